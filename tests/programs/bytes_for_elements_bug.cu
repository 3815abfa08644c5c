// The buffer has n bytes where n elements were meant.
#include <cstdio>

__global__ void twice(double* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 2 * i;  // finds: out-of-bounds: bytes 496 to 503 of x (d_x), which has 500 bytes (62 elements of 8 bytes); the kernel was given 500 as a number
}

int main() {
  const int n = 500;
  double* d_x;
  cudaMalloc(&d_x, n);
  twice<<<4, 128>>>(d_x, n);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
