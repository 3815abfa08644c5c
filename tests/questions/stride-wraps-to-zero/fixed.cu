// Changed: the stride has a type which can hold it.
#include <cstdio>

__global__ void flags(unsigned char* bit, int n) {
  const unsigned stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) bit[i] = 1;
}

int main() {
  const int n = 2000;
  unsigned char bit[n] = {}, *d;
  cudaMalloc(&d, n);
  flags<<<256, 256>>>(d, n);
  const cudaError_t error = cudaMemcpy(bit, d, n, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), bit[n - 1]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 1
