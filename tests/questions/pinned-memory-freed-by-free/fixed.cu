// Memory from cudaMallocHost is freed by cudaFreeHost.
#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = 5 + threadIdx.x; }

int main() {
  int *host, *x;
  cudaMallocHost(&host, 64 * sizeof(int));
  cudaMalloc(&x, 64 * sizeof(int));
  fill<<<1, 64>>>(x);
  cudaMemcpy(host, x, 64 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[63]);
  std::fflush(stdout);
  cudaFree(x);
  cudaFreeHost(host);
}
// prints: 68
