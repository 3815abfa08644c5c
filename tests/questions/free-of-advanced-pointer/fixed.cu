// The pointer that is freed is the one from cudaMalloc.
#include <cstdio>

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

int main() {
  const int part = 64;
  int *x, host[part];
  cudaMalloc(&x, 3 * part * sizeof(int));
  for (int p = 0; p < 3; ++p) {
    fill<<<1, part>>>(x + p * part, p);
    cudaMemcpy(host, x + p * part, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
  }
  cudaFree(x);
}
// prints: 0
// prints: 1
// prints: 2
