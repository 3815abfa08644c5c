// The same kernel with 128 blocks of 256 threads is done at once, and with 256 blocks it never comes back; are that too many threads?
// asked: https://github.com/sonots/cumo/pull/240
#include <cstdio>

__global__ void flags(unsigned char* bit, int n) {
  const unsigned short stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) bit[i] = 1;  // finds: step-limit: nothing changes from one round to the next
}

int main() {
  const int n = 2000;
  unsigned char bit[n] = {}, *d;
  cudaMalloc(&d, n);
  flags<<<256, 256>>>(d, n);
  const cudaError_t error = cudaMemcpy(bit, d, n, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), bit[n - 1]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
