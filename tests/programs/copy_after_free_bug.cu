// The result is copied back after it was freed.
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 5; }

int main() {
  int host[32] = {}, *data;
  cudaMalloc(&data, sizeof host);
  fill<<<1, 32>>>(data);
  cudaFree(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);  // finds: use-after-free
  std::printf("%d\n", host[0]);
}
