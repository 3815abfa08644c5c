// The result is copied back before it is freed.
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 5; }

int main() {
  int host[32] = {}, *data;
  cudaMalloc(&data, sizeof host);
  fill<<<1, 32>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  std::printf("%d\n", host[0]);
}
