// All that was allocated is freed, by the function that goes with it.
#include <cstdio>

__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main() {
  int *data = nullptr, *pinned;
  cudaMallocHost(&pinned, 32 * sizeof(int));
  cudaMalloc(&data, 32 * sizeof(int));
  for (int round = 0; round < 3; ++round) fill<<<1, 32>>>(data, round);
  cudaMemcpy(pinned, data, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", pinned[8]);
  cudaFree(data);
  cudaFreeHost(pinned);
}
