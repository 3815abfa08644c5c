// A result goes to the device's memory, while the handle says that results are for the host.
#include <cublas_v2.h>

#include <cstdio>

int main() {
  float *x, *d_sum, sum = 0;
  cublasHandle_t handle;
  cublasCreate(&handle);
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMalloc(&d_sum, sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  const cublasStatus_t status = cublasSasum(handle, 64, x, 1, d_sum);  // finds: host-touched-device: result is in d_sum, which
  if (status != CUBLAS_STATUS_SUCCESS) std::printf("failed\n");
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSasum(handle, 64, x, 1, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("%g\n", sum);
  cudaFree(x);
  cudaFree(d_sum);
  cublasDestroy(handle);
}
