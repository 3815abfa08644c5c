// The destination of each copy is its first argument.
#include <cstdio>

__global__ void increment(int* data) { ++data[threadIdx.x]; }

int main() {
  int host[32] = {}, *data;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  increment<<<1, 32>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[31]);
  cudaFree(data);
}
