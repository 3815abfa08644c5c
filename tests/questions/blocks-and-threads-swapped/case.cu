// The kernel does nothing for my large array, but works for a small one.
// asked: https://github.com/acts-project/traccc/pull/194
#include <cstdio>

__global__ void number(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int main() {
  const int n = 4800, threads = 4, blocks = (n + threads - 1) / threads;
  static int host[n];
  int* x;
  cudaMalloc(&x, sizeof host);
  cudaMemset(x, 0, sizeof host);
  number<<<threads, blocks>>>(x, n);  // finds: unchecked-error: swapped
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[n - 1]);
  cudaFree(x);
}
