// Changed: a fence between storing the partial sum and drawing the ticket.
#include <cstdio>

__device__ unsigned tickets = 0;

__global__ void sum(const int* x, int* partial, int* total) {
  __shared__ int own;
  if (threadIdx.x == 0) own = 0;
  __syncthreads();
  atomicAdd(&own, x[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = own;
    __threadfence();
    if (atomicAdd(&tickets, 1u) == gridDim.x - 1) {
      __threadfence();
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
// prints: 256
