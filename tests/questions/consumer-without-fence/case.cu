// The writer has its __threadfence() between data and flag; may the reader take the data as soon as it has seen the flag, without a fence of its own?
// asked: https://github.com/JuliaGPU/AcceleratedKernels.jl/pull/98
// open: nothing is said, on purpose: the reader of a flag need not have a fence
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
      before = carry[blockIdx.x - 1];  // finds: missing-acquire: __threadfence
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
