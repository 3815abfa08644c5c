// Changed: the reader has a fence between flag and data.
#include <cstdio>

__device__ int ready[2];
__device__ int carry[2];

__global__ void chained(const int* x, int* out) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    before = 0;
    if (blockIdx.x > 0) {
      while (atomicAdd(&ready[blockIdx.x - 1], 0) == 0) {
      }
      __threadfence();
      before = carry[blockIdx.x - 1];
    }
    if (blockIdx.x < 2) {
      int own = 0;
      for (int i = 0; i < 32; ++i) own += x[blockIdx.x * 32 + i];
      carry[blockIdx.x] = before + own;
      __threadfence();
      atomicExch(&ready[blockIdx.x], 1);
    }
  }
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = before;
}

int main() {
  const int n = 96;
  int x[n], out[n], *dX, *dOut;
  for (int& v : x) v = 1;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof out);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  chained<<<3, 32>>>(dX, dOut);
  cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", out[0], out[32], out[64]);
  cudaFree(dX);
  cudaFree(dOut);
}
// prints: 0 32 64
