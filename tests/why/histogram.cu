// run: --grid 2 --block 32 --arg i32[64]=iota --arg i32[4]=zeros
// why: --element counts[1]
// says: Why is counts\[1\] 16\?
// says: updated counts\[1\] atomically at line {merge}, from 8 to 16, the last of 2 updates
// never: not in it
__global__ void histogram(const int* in, int* counts) {
  __shared__ int own[4];
  if (threadIdx.x < 4) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[in[blockIdx.x * blockDim.x + threadIdx.x] % 4], 1);
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);  // merge
}
