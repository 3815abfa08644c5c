// The helper gets the pointer by reference.
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 7; }

void reserve(int*& data, int n) {
  if (cudaMalloc(&data, n * sizeof(int)) != cudaSuccess) std::printf("no memory\n");
}

int main() {
  int *data = nullptr, host[32];
  reserve(data, 32);
  fill<<<1, 32>>>(data);
  const cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d\n", host[31]);
  cudaFree(data);
}
// prints: 7
