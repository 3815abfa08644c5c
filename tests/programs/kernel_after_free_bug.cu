// The input is freed before the last kernel that reads it; the program asks for errors, and gives up.
#include <cstdio>

__global__ void add(const int* a, int* b) { b[threadIdx.x] += a[threadIdx.x]; }

int main() {
  int *a, *b, host[32] = {};
  cudaMalloc(&a, sizeof host);
  cudaMalloc(&b, sizeof host);
  cudaMemset(a, 1, sizeof host);  // notes: memset-bytes
  cudaMemset(b, 0, sizeof host);
  add<<<1, 32>>>(a, b);
  cudaFree(a);
  add<<<1, 32>>>(a, b);  // finds: use-after-free
  const cudaError_t error = cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorName(error));
    return 1;  // exits: 1
  }
  std::printf("%x\n", host[3]);
  cudaFree(b);
}
