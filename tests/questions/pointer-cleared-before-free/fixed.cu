// The memory is freed before the pointer is cleared.
#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = 3; }

void release(int*& pointer) {
  cudaFree(pointer);
  pointer = nullptr;
}

int main() {
  int *x, host[32];
  cudaMalloc(&x, sizeof host);
  fill<<<1, 32>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[31]);
  release(x);
}
// prints: 3
