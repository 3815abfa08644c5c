// Each row is copied by itself: a pitch is never shorter than the width.
#include <cstdio>

__global__ void add_up(const int* rows, int n, int* sum) {
  const int i = threadIdx.x;
  if (i < n) atomicAdd(sum, rows[i]);
}

int main() {
  const int width = 16, height = 4, n = width * height;
  int row[width], *rows, *sum, result;
  for (int i = 0; i < width; ++i) row[i] = i;
  cudaMalloc(&rows, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(rows, 0, n * sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  for (int y = 0; y < height; ++y) cudaMemcpy(rows + y * width, row, sizeof row, cudaMemcpyHostToDevice);
  add_up<<<1, n>>>(rows, n, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(rows);
  cudaFree(sum);
}
// prints: 480
