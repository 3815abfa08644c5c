// run: --grid 1 --block 32 --arg f32[32]=1 --arg f32[1]=zeros
// why: --element out[0]
// says: Why is out\[0\] 32\?
// says: Thread 0 of block 0 wrote 32 to out\[0\] at line {store}, computed from in\[0\] to in\[31\]
// says: These values were there when the kernel began
__global__ void warp_sum(const float* in, float* out) {
  float sum = in[threadIdx.x];
  for (int by = 16; by > 0; by /= 2) sum += __shfl_down_sync(0xffffffff, sum, by);
  if (threadIdx.x == 0) out[0] = sum;  // store
}
