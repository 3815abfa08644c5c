// A status of its own that looks like one of a signal. exits: 130 by itself

#include <cstdio>

__global__ void one(int* x) { *x = 1; }

int main() {
  int x = 0, *d_x;
  if (cudaMalloc(&d_x, sizeof(int)) != cudaSuccess) return 1;
  one<<<1, 1>>>(d_x);
  cudaMemcpy(&x, d_x, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_x);
  std::printf("%d\n", x);
  return 129 + x;
}
