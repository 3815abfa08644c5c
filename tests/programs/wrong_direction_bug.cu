// The copy back has its arguments in the order of the copy there.
#include <cstdio>

__global__ void increment(int* data) { ++data[threadIdx.x]; }

int main() {
  int host[32] = {}, *data;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  increment<<<1, 32>>>(data);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyDeviceToHost);  // finds: wrong-copy
  std::printf("%d\n", host[31]);
  cudaFree(data);
}
