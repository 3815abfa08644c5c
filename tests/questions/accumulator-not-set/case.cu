// In a debug build my row sums are right, in a release build they are huge; there is nothing shared, each thread has its own sum?
// asked: https://github.com/lattice/quda/pull/276
// open: clang's warning is passed on, with nvcc nothing is said
#include <cstdio>

__global__ void rowSums(const int* m, int* sums, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int sum;
  for (int c = 0; c < columns; ++c) sum += m[row * columns + c];  // warns: variable 'sum' is uninitialized
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
