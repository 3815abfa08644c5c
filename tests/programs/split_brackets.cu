// Launches as some editors put them, beside other uses of the same characters.
#include <cstdio>
#include <vector>

template <typename T>
__global__ void fill(T* values, T value) {
  values[threadIdx.x] = value;
}

int main() {
  std::vector<std::vector<int> > rows(2, std::vector<int>(4, 1 << 3));
  std::vector<std::vector<std::vector<int>> > none;
  int* device;
  cudaMalloc(&device, 8 * sizeof(int));
  fill << <1, 4 >> >(device, 5);
  fill<int> <<< 1, 4 >> > (device + 4, 8 >> 1);
  cudaMemcpy(rows[0].data(), device, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(rows[1].data(), device + 4, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  for (const auto& row : rows) printf("%d %d\n", row[0], row[3]);
  printf("%zu\n", none.size());
  cudaFree(device);
}
