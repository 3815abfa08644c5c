// I initialise the weights to 0.5 with cudaMemset, but in the kernel they are all 0.
// asked: https://github.com/deepmodeling/deepmd-kit/pull/1302
// open: nothing with nvcc; clang warns of a conversion from float to int
#include <cstdio>

__global__ void scale(float* weights) { weights[threadIdx.x] *= 4; }

int main() {
  const int n = 32;
  float host[n], *weights;
  cudaMalloc(&weights, n * sizeof(float));
  cudaMemset(weights, 0.5f, n * sizeof(float));  // should: byte
  scale<<<1, n>>>(weights);
  cudaMemcpy(host, weights, n * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%g\n", host[7]);
  cudaFree(weights);
}
