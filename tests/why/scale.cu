// run: --grid 2 --block 32 --arg f32[64]=iota --arg f32=0.5 --arg f32[64]=zeros
// why: --element out[33]
// says: Thread 1 of block 1 wrote 16\.5 to out\[33\] at line {store}: (in\[33\] \* factor = 33 \* 0\.5|factor \* in\[33\] = 0\.5 \* 33)
// says: in\[33\] was 33 when the kernel began
// why: --element out[64]
// says: out has 64 elements, numbered from 0
// why: --element out[x]
// says: 'out\[x\]'|'x' is not of the form NAME\[INDEX\]
__global__ void scale(const float* in, float factor, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * factor;  // store
}
