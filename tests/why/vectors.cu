// Four elements a thread, by vector loads and stores.
// run: --grid 1 --block 8 --arg f32[32]=iota --arg f32[32]=zeros
// why: --element out[6]
// says: Thread 1 of block 0 wrote 7 to out\[6\] at line \d+: in\[6\] \+ 1 = 6 \+ 1
// says: in\[6\] was 6 when the kernel began
__global__ void vectors(const float4* in, float4* out) {
  float4 v = in[threadIdx.x];
  v.x += 1, v.y += 1, v.z += 1, v.w += 1;
  out[threadIdx.x] = v;  // store
}
