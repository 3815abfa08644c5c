// Heat spreads from one hot point: each step every inner point takes the sum of its four neighbours (integers, so that every
// digit is exact). After two steps the point itself has been reached by 4 ways, those at distance 2 along an axis by 1, and the
// diagonal ones by 2: the number of walks of two steps.
#include <cstdio>
#include <utility>
#include <vector>

constexpr int size = 33;

__global__ void step(const int* from, int* to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x == 0 || y == 0 || x >= size - 1 || y >= size - 1) return;
  to[y * size + x] = from[(y - 1) * size + x] + from[(y + 1) * size + x] + from[y * size + x - 1] + from[y * size + x + 1];
}

int main() {
  std::vector<int> field(size * size);
  const int middle = size / 2;
  field[middle * size + middle] = 1;
  int *from, *to;
  cudaMalloc(&from, sizeof(int) * size * size);
  cudaMalloc(&to, sizeof(int) * size * size);
  cudaMemset(to, 0, sizeof(int) * size * size);
  cudaMemcpy(from, field.data(), sizeof(int) * size * size, cudaMemcpyHostToDevice);
  const dim3 block{8, 8}, grid{(size + 7) / 8, (size + 7) / 8};
  for (int k = 1; k <= 8; ++k) {
    step<<<grid, block>>>(from, to);
    std::swap(from, to);
    if (k != 2 && k != 8) continue;
    cudaMemcpy(field.data(), from, sizeof(int) * size * size, cudaMemcpyDeviceToHost);
    long total = 0;
    for (const int value : field) total += value;
    std::printf("after %d steps: %d in the middle, %d beside, %d diagonal, %d two to the right, %ld in all\n", k,
                field[middle * size + middle], field[middle * size + middle + 1], field[(middle + 1) * size + middle + 1],
                field[middle * size + middle + 2], total);
  }
  cudaFree(from);
  cudaFree(to);
}
