// A product reads a matrix of which only the lower triangle was written: one finding for the call, whatever number of the
// library's instructions have read it.
#include <cublas_v2.h>

#include <cstdio>

__global__ void fill_lower(float* a, int n) {
  for (int row = 0; row < n; ++row)
    if (row >= (int)threadIdx.x) a[row + n * threadIdx.x] = 1;
}

int main() {
  constexpr int n = 24;
  float *a, *c, one = 1, zero = 0;
  cublasHandle_t handle;
  cublasCreate(&handle);
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  fill_lower<<<1, n>>>(a, n);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, a, n, &zero, c, n);  // finds: uninitialised-read
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a);
  cudaFree(c);
  cublasDestroy(handle);
}
