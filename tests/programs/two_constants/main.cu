// Constant memory in two files: each of them has its own module, and its kernels are launched in turn.

#include <cstdio>

__constant__ int summand = 5;

__global__ void add(int* x) { *x += summand; }

void multiply(int* d_x);

int main() {
  int x = 1, *d_x;
  cudaMalloc(&d_x, sizeof(int));
  cudaMemcpy(d_x, &x, sizeof(int), cudaMemcpyHostToDevice);
  add<<<1, 1>>>(d_x);  // 6
  multiply(d_x);       // 42
  const int summand_now = 8;
  cudaMemcpyToSymbol(summand, &summand_now, sizeof(int));
  add<<<1, 1>>>(d_x);  // 50
  multiply(d_x);       // 350
  cudaMemcpy(&x, d_x, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%s, x = %d\n", cudaGetErrorName(cudaGetLastError()), x);
  cudaFree(d_x);
}
