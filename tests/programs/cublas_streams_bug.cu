// A product by cuBLAS runs in one stream, and a kernel in another uses it without waiting. A sum that goes to the host needs no
// waiting: cuBLAS itself waits for it.
#include <cublas_v2.h>

#include <cstdio>

__global__ void twice(float* x) { x[threadIdx.x] *= 2; }

int main() {
  float *x, *y, one = 1, sum = 0;
  cudaStream_t first, second;
  cublasHandle_t handle;
  cublasCreate(&handle);
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&y, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  cudaMemset(y, 0, 64 * sizeof(float));
  cudaDeviceSynchronize();
  cublasSetStream(handle, first);
  cublasSaxpy(handle, 64, &one, x, 1, y, 1);
  cublasSasum(handle, 64, y, 1, &sum);
  twice<<<1, 64, 0, second>>>(y);
  cudaDeviceSynchronize();
  cublasSaxpy(handle, 64, &one, x, 1, y, 1);
  twice<<<1, 64, 0, second>>>(y);  // finds: unordered-streams
  cudaDeviceSynchronize();
  std::printf("%g\n", sum);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(x);
  cudaFree(y);
  cublasDestroy(handle);
}
