// My kernel stores results in memory from malloc; the host has the pointer, but cudaMemcpy says invalid argument.
// asked: https://github.com/owl-project/owl/issues/151
#include <cstdio>

__device__ int* results;

__global__ void prepare(int n) { results = static_cast<int*>(malloc(n * sizeof(int))); }
__global__ void compute() { results[threadIdx.x] = threadIdx.x * 11; }
__global__ void clean() { free(results); }

int main() {
  const int n = 32;
  int host[n] = {}, *pointer;
  prepare<<<1, 1>>>(n);
  compute<<<1, n>>>();
  cudaMemcpyFromSymbol(&pointer, results, sizeof pointer);
  cudaMemcpy(host, pointer, sizeof host, cudaMemcpyDeviceToHost);  // finds: wrong-copy: memory from malloc or new in a kernel, which only kernels can use
  clean<<<1, 1>>>();
  cudaDeviceSynchronize();
  std::printf("%d\n", host[31]);
}
