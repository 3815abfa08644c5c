// I fill my array with ones by cudaMemset, and the sum of 64 elements is 1077952576 instead of 64.
// asked: https://github.com/karpathy/llm.c/pull/384
#include <cstdio>

__global__ void add_up(const int* x, int* sum) { atomicAdd(sum, x[threadIdx.x]); }

int main() {
  const int n = 64;
  int *x, *sum, result;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(x, 1, n * sizeof(int));  // notes: memset-bytes
  cudaMemset(sum, 0, sizeof(int));
  add_up<<<1, n>>>(x, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(x);
  cudaFree(sum);
}
