// The input is allocated, but never copied to the device: the kernel only reads it.

#include <cstdio>

__global__ void twice(const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];  // finds: uninitialised-read
}

int main() {
  constexpr int n = 100;
  float *d_x, *d_y;
  cudaMalloc(&d_x, n * sizeof(float));
  cudaMalloc(&d_y, n * sizeof(float));
  twice<<<1, 128>>>(d_x, d_y, n);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(d_x);
  cudaFree(d_y);
}
