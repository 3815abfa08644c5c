// A launch with more threads in a block than there can be does nothing, and nobody asks.
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 7; }

int main() {
  int *data, host[4] = {};
  cudaMalloc(&data, 2048 * sizeof(int));
  cudaMemset(data, 0, 2048 * sizeof(int));
  fill<<<1, 2048>>>(data);  // finds: unchecked-error
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(data);
}
