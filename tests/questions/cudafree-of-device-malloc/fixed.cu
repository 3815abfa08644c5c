// A kernel frees what a kernel has allocated.
#include <cstdio>

__global__ void create(float** matrix, int n) {
  *matrix = static_cast<float*>(malloc(n * n * sizeof(float)));
  for (int i = 0; i < n * n; ++i) (*matrix)[i] = i % (n + 1) == 0;
}
__global__ void trace(float** matrix, int n, float* sum) {
  for (int i = 0; i < n; ++i) *sum += (*matrix)[i * n + i];
}

__global__ void destroy(float** matrix) { free(*matrix); }

int main() {
  float **d_matrix, *d_sum, sum;
  cudaMalloc(&d_matrix, sizeof(float*));
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemset(d_sum, 0, sizeof(float));
  create<<<1, 1>>>(d_matrix, 8);
  trace<<<1, 1>>>(d_matrix, 8, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", sum);
  destroy<<<1, 1>>>(d_matrix);
  cudaDeviceSynchronize();
  cudaFree(d_matrix);
  cudaFree(d_sum);
}
// prints: 8
