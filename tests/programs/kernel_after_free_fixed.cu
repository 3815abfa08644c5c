// The input is freed after the last kernel that reads it.
#include <cstdio>

__global__ void add(const int* a, int* b) { b[threadIdx.x] += a[threadIdx.x]; }

int main() {
  int *a, *b, host[32] = {};
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemset(a, 1, sizeof host);  // notes: memset-bytes
  cudaMemset(b, 0, sizeof host);
  add<<<1, 32>>>(a, b);
  add<<<1, 32>>>(a, b);
  cudaFree(a);
  if (cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%x\n", host[3]);
  cudaFree(b);
}
