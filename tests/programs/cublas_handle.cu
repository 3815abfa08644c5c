// A program with a kernel of its own and a product by cuBLAS: both run, and a handle that nothing uses stands in no one's way.
#include <cublas_v2.h>

#include <cstdio>

__global__ void fill(float* x, float value) { x[threadIdx.x] = value; }

int main() {
  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  float *a, *c, own, product;
  cudaMalloc(&a, 16 * sizeof(float));
  cudaMalloc(&c, 16 * sizeof(float));
  fill<<<1, 16>>>(c, 64);
  cudaMemcpy(&own, c, sizeof own, cudaMemcpyDeviceToHost);
  fill<<<1, 16>>>(a, 1);
  const float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, a, 4, a, 4, &zero, c, 4);
  cudaMemcpy(&product, c, sizeof product, cudaMemcpyDeviceToHost);
  std::printf("own %g, cublas %g\n", own, product);
  cudaFree(a);
  cudaFree(c);
  cublasDestroy(handle);
}
