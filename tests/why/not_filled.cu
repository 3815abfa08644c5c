// Only half of the tile is filled.
// run: --grid 1 --block 64 --arg i32[64]=iota --arg i32[64]=zeros
// why: --element out[40]
// says: Thread 40 of block 0 wrote .* to out\[40\] at line {store}, read from tile\[40\]
// says: Nothing had written tile\[40\] before
// why: --element out[4]
// says: Thread 4 of block 0 wrote 4 to tile\[4\]
__global__ void not_filled(const int* in, int* out) {
  __shared__ int tile[64];
  if (threadIdx.x < 32) tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // store
}
