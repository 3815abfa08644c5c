// Changed: the sum starts at 0.
#include <cstdio>

__global__ void rowSums(const int* m, int* sums, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int sum = 0;
  for (int c = 0; c < columns; ++c) sum += m[row * columns + c];
  sums[row] = sum;
}

int main() {
  const int rows = 40, columns = 5;
  int m[rows * columns], sums[rows], *dM, *dSums;
  for (int i = 0; i < rows * columns; ++i) m[i] = i / columns;
  cudaMalloc(&dM, sizeof m);
  cudaMalloc(&dSums, sizeof sums);
  cudaMemcpy(dM, m, sizeof m, cudaMemcpyHostToDevice);
  rowSums<<<1, 64>>>(dM, dSums, rows, columns);
  cudaMemcpy(sums, dSums, sizeof sums, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", sums[1], sums[39]);
  cudaFree(dM);
  cudaFree(dSums);
}
// prints: 5 195
