// A race whose values are too large for a whole number.
#include <cstdio>

__global__ void keep(float* x) { *x = 1e20f * (threadIdx.x + 1); }  // finds: data-race

int main() {
  float* x;
  cudaMalloc(&x, sizeof *x);
  keep<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  std::printf("done\n");
  cudaFree(x);
}
