// The memory comes from cudaMalloc: the host cannot copy from the heap of the kernels.
#include <cstdio>

__device__ int* results;

__global__ void compute() { results[threadIdx.x] = threadIdx.x * 11; }

int main() {
  const int n = 32;
  int host[n] = {}, *pointer;
  cudaMalloc(&pointer, sizeof host);
  cudaMemcpyToSymbol(results, &pointer, sizeof pointer);
  compute<<<1, n>>>();
  cudaMemcpy(host, pointer, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(pointer);
  std::printf("%d\n", host[31]);
}
// prints: 341
