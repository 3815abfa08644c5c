// A row-major matrix is given to cuBLAS with the number of its rows as leading dimension: columns that are too far apart.
// exits: 1
#include <cublas_v2.h>

#include <cstdio>

int main() {
  const int rows = 40, columns = 24;
  float *d_a, *d_x, *d_y, one = 1, zero = 0;
  cublasHandle_t handle;
  cublasCreate(&handle);
  cudaMalloc(&d_a, rows * columns * sizeof(float));
  cudaMalloc(&d_x, rows * sizeof(float));
  cudaMalloc(&d_y, rows * sizeof(float));
  cudaMemset(d_a, 0, rows * columns * sizeof(float));
  cudaMemset(d_x, 0, rows * sizeof(float));
  cublasSgemv(handle, CUBLAS_OP_N, columns, rows, &one, d_a, rows, d_x, 1, &zero, d_y, 1);  // finds: out-of-bounds: cublasSgemv
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error != cudaSuccess;
}
