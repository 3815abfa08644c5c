// The size is a size_t, and so are the factors.
#include <cstdio>
#include <cstdlib>

__global__ void diagonal(double* matrix, size_t n) { matrix[threadIdx.x * n + threadIdx.x] = 1; }

int main(int count, char** words) {
  const int n = count > 1 ? std::atoi(words[1]) : 18000;
  const size_t size = size_t(n) * n * sizeof(double);
  double *matrix = nullptr, last = 0;
  cudaMalloc(&matrix, size);
  std::printf("%d rows\n", n);
  if (matrix == nullptr) return 1;
  diagonal<<<1, 64>>>(matrix, n);
  cudaMemcpy(&last, matrix + size_t(63) * n + 63, sizeof last, cudaMemcpyDeviceToHost);
  std::printf("%g\n", last);
  cudaFree(matrix);
}
// prints: 18000 rows
// prints: 1
