// Changed: the table is in device memory, which stays.
#include <cstdio>

__device__ int table[32];

__global__ void fill() { table[threadIdx.x] = threadIdx.x * threadIdx.x; }

__global__ void use(int* out) {
  out[threadIdx.x] = table[31 - threadIdx.x];
}

int main() {
  int out[32], *dOut;
  cudaMalloc(&dOut, sizeof out);
  fill<<<1, 32>>>();
  use<<<1, 32>>>(dOut);
  cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[31]);
  cudaFree(dOut);
}
// prints: 961 0
