// The grid has as many columns of blocks as rows are needed, and one row.
#include <cstdio>

__global__ void scale(double* c, const double* a, int rows, int columns) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) c[row * columns + column] = 2 * a[row * columns + column];
}

int main() {
  const int rows = 100, columns = 6;
  static double values[rows * columns];
  double *d_a, *d_c;
  for (int i = 0; i < rows * columns; ++i) values[i] = i;
  cudaMalloc(&d_a, sizeof values);
  cudaMalloc(&d_c, sizeof values);
  cudaMemcpy(d_a, values, sizeof values, cudaMemcpyHostToDevice);
  const dim3 block(32, 32), grid((rows + 31) / 32, (columns + 31) / 32);
  scale<<<grid, block>>>(d_c, d_a, rows, columns);
  cudaMemcpy(values, d_c, sizeof values, cudaMemcpyDeviceToHost);  // finds: uninitialised-copy: launched as 4 blocks of 32 × 32 threads, 4,096 threads for 600 elements: are x and y swapped in the grid or the block?
  std::printf("%g\n", values[5]);
  cudaFree(d_a);
  cudaFree(d_c);
}
