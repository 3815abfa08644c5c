// The pointer is the host's, and is copied into the device's variable.
#include <cstdio>

__device__ int* scratch;

__global__ void fill() { scratch[threadIdx.x] = 2 * threadIdx.x; }

int main() {
  int host[32], *memory;
  cudaMalloc(&memory, sizeof host);
  cudaMemcpyToSymbol(scratch, &memory, sizeof memory);
  fill<<<1, 32>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaMemcpy(host, memory, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[31]);
  cudaFree(memory);
}
// prints: 62
