// I fill my constant array by its own name, and get invalid device symbol.
// asked: https://github.com/ROCm/hip/issues/1837
#include <cstdio>

__constant__ int table[8];

__global__ void look_up(int* x) { x[threadIdx.x] = table[threadIdx.x % 8]; }

int main() {
  int table[8], result[32], *x;
  for (int i = 0; i < 8; ++i) table[i] = i * i;
  cudaMalloc(&x, sizeof result);
  cudaMemcpyToSymbol(table, table, sizeof table);  // finds: unchecked-error: a local variable
  look_up<<<1, 32>>>(x);
  cudaMemcpy(result, x, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", result[3], result[31]);
  cudaFree(x);
}
