// I want to repeat one row with cudaMemcpy2D and a pitch of 0, but nothing arrives on the GPU.
// asked: https://github.com/ROCm/hip/issues/1533
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
  cudaMemcpy2D(rows, sizeof row, row, 0, sizeof row, height, cudaMemcpyHostToDevice);  // finds: unchecked-error: a pitch of 0 bytes is less than the width of a row, 64 bytes
  add_up<<<1, n>>>(rows, n, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(rows);
  cudaFree(sum);
}
