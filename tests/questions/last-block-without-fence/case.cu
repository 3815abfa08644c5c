// The block that draws the last ticket adds up what the others have left in global memory; why is a part of them missing now and then?
// asked: http://pullrequest.ru/5530949/cuda-threadfence
// open: "blocks run in any order", a data-race instead of the missing fence
#include <cstdio>

__device__ unsigned tickets = 0;

__global__ void sum(const int* x, int* partial, int* total) {
  __shared__ int own;
  if (threadIdx.x == 0) own = 0;
  __syncthreads();
  atomicAdd(&own, x[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = own;  // finds: missing-release: without __threadfence()
    if (atomicAdd(&tickets, 1u) == gridDim.x - 1) {
      int all = 0;
      for (int b = 0; b < gridDim.x; ++b) all += partial[b];
      *total = all;
    }
  }
}

int main() {
  const int blocks = 4, n = blocks * 64;
  int x[n], total, *dX, *dPartial, *dTotal;
  for (int i = 0; i < n; ++i) x[i] = 1;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dPartial, blocks * sizeof(int));
  cudaMalloc(&dTotal, sizeof total);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  sum<<<blocks, 64>>>(dX, dPartial, dTotal);
  cudaMemcpy(&total, dTotal, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("%d\n", total);
  cudaFree(dX);
  cudaFree(dPartial);
  cudaFree(dTotal);
}
