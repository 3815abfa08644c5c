// The kernel gets the pointer itself.
#include <cstdio>

__global__ void fill(float* place) { place[threadIdx.x] = 0.5f; }

int main() {
  float host[32], *values;
  cudaMalloc(&values, sizeof host);
  fill<<<1, 32>>>(values);
  const cudaError_t error = cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%g\n", host[31]);
  cudaFree(values);
}
// prints: 0.5
