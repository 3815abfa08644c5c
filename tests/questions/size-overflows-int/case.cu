// A matrix of 20000 x 20000 doubles is said to be out of memory on a card with plenty of it.
// asked: https://github.com/ROCm/composable_kernel/issues/3722
#include <cstdio>
#include <cstdlib>

__global__ void diagonal(double* matrix, size_t n) { matrix[threadIdx.x * n + threadIdx.x] = 1; }

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 18000;
  const int size = n * n * sizeof(double);
  double *matrix = nullptr, last = 0;
  cudaMalloc(&matrix, size);  // should: the size was computed as an int, and wrapped
  std::printf("%d rows\n", n);
  if (matrix == nullptr) return 1;  // exits: 1
  diagonal<<<1, 64>>>(matrix, n);
  cudaMemcpy(&last, matrix + size_t(63) * n + 63, sizeof last, cudaMemcpyDeviceToHost);
  std::printf("%g\n", last);
  cudaFree(matrix);
}
