// My int** matrix arrives on the GPU as large random numbers.
// asked: http://www.trevorsimonton.com/blog/2016/11/16/transfer-2d-array-memory-to-cuda.html
#include <cstdio>

__global__ void add_up(const int* matrix, int n, unsigned* sum) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(sum, unsigned(matrix[i]));
}

int main() {
  const int rows = 4, columns = 16, n = rows * columns;
  int** matrix = new int*[rows];
  for (int y = 0; y < rows; ++y) {
    matrix[y] = new int[columns];
    for (int x = 0; x < columns; ++x) matrix[y][x] = y;
  }
  int* d_matrix;
  unsigned *d_sum, sum;
  cudaMalloc(&d_matrix, n * sizeof(int));
  cudaMalloc(&d_sum, sizeof sum);
  cudaMemset(d_sum, 0, sizeof sum);
  cudaMemcpy(d_matrix, matrix, n * sizeof(int), cudaMemcpyHostToDevice);  // finds: out-of-bounds: room for 40, and it holds pointers
  add_up<<<1, n>>>(d_matrix, n, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%u\n", sum);
  for (int y = 0; y < rows; ++y) delete[] matrix[y];
  delete[] matrix;
  cudaFree(d_matrix);
  cudaFree(d_sum);
}
