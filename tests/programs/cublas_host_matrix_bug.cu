// A product gets a matrix in the host's memory.
#include <cublas_v2.h>

#include <cstdio>
#include <vector>

int main() {
  std::vector<float> a(16, 1);
  float *c, one = 1, zero = 0;
  cublasHandle_t handle;
  cublasCreate(&handle);
  cudaMalloc(&c, 16 * sizeof(float));
  const cublasOperation_t no = CUBLAS_OP_N;
  cublasSgemm(handle, no, no, 4, 4, 4, &one, a.data(), 4, a.data(), 4, &zero, c, 4);  // finds: device-touched-host
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(error));
  return error != cudaSuccess;  // exits: 1
}
