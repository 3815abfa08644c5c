// I allocate a matrix inside a kernel and free it with cudaFree at the end, which returns invalid argument.
// asked: https://github.com/luchete80/WeldFormFEM/issues/53
#include <cstdio>

__global__ void create(float** matrix, int n) {
  *matrix = static_cast<float*>(malloc(n * n * sizeof(float)));
  for (int i = 0; i < n * n; ++i) (*matrix)[i] = i % (n + 1) == 0;
}
__global__ void trace(float** matrix, int n, float* sum) {
  for (int i = 0; i < n; ++i) *sum += (*matrix)[i * n + i];
}

int main() {
  float **d_matrix, *matrix, *d_sum, sum;
  cudaMalloc(&d_matrix, sizeof(float*));
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemset(d_sum, 0, sizeof(float));
  create<<<1, 1>>>(d_matrix, 8);
  trace<<<1, 1>>>(d_matrix, 8, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(&matrix, d_matrix, sizeof(float*), cudaMemcpyDeviceToHost);
  std::printf("%g\n", sum);
  cudaFree(matrix);  // finds: wrong-copy: it is from malloc or new in a kernel, and only free or delete in a kernel frees that
  cudaFree(d_matrix);
  cudaFree(d_sum);
}
