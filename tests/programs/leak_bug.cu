// Memory is allocated anew in every round, and only the last is freed; that of the host is forgotten.
#include <cstdio>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int *data = nullptr, *pinned;
  cudaMallocHost(&pinned, 32 * sizeof(int));  // notes: leak
  for (int round = 0; round < 3; ++round) {
    cudaMalloc(&data, 32 * sizeof(int));  // notes: leak
    fill<<<1, 32>>>(data, round);
  }
  cudaMemcpy(pinned, data, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", pinned[8]);
  cudaFree(data);
}
