// The elements are copied by way of a second buffer.
#include <cstdio>

__global__ void number(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  const int n = 256;
  int host[n], *x, *y;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&y, sizeof host);
  number<<<1, n>>>(x);
  cudaMemcpy(y, x + 1, (n - 1) * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(x, y, (n - 1) * sizeof(int), cudaMemcpyDeviceToDevice);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", host[0], host[254]);
  cudaFree(x);
  cudaFree(y);
}
// prints: 1 255
