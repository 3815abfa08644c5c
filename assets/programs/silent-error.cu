// A launch that is refused, and a program that never asks: it prints a wrong number and ends well.

#include <cstdio>
#include <vector>

__global__ void fill(int* x, int value) { x[blockIdx.x * blockDim.x + threadIdx.x] = value; }

int main() {
  constexpr int n = 4096;
  std::vector<int> x(n);
  int* d_x;
  cudaMalloc(&d_x, n * sizeof(int));

  fill<<<n / 1024, 1024>>>(d_x, 1);
  fill<<<n / 2048, 2048>>>(d_x, 2);

  cudaMemcpy(x.data(), d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("x[0] = %d\n", x[0]);
  cudaFree(d_x);
}
