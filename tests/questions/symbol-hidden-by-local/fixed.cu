// The host's array has a name of its own, which does not hide the constant.
#include <cstdio>

__constant__ int table[8];

__global__ void look_up(int* x) { x[threadIdx.x] = table[threadIdx.x % 8]; }

int main() {
  int squares[8], result[32], *x;
  for (int i = 0; i < 8; ++i) squares[i] = i * i;
  cudaMalloc(&x, sizeof result);
  cudaMemcpyToSymbol(table, squares, sizeof squares);
  look_up<<<1, 32>>>(x);
  cudaMemcpy(result, x, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", result[3], result[31]);
  cudaFree(x);
}
// prints: 9 49
