// Two blocks of as many threads as there can be, and the error is asked for.
#include <cstdio>

__global__ void fill(int* data) { data[blockIdx.x * blockDim.x + threadIdx.x] = 7; }

int main() {
  int *data, host[4] = {};
  cudaMalloc(&data, 2048 * sizeof(int));
  cudaMemset(data, 0, 2048 * sizeof(int));
  fill<<<2, 1024>>>(data);
  if (cudaGetLastError() != cudaSuccess) return 1;
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[0]);
  cudaFree(data);
}
