// The host copies the element first.
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = 3; }

int main() {
  int* data;
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data);
  int first;
  cudaMemcpy(&first, data, sizeof first, cudaMemcpyDeviceToHost);
  std::printf("%d\n", first);
  cudaFree(data);
}
