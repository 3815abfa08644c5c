// The array is copied to the host first.
#include <cstdio>
#include <numeric>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  const int n = 100;
  int* x;
  cudaMalloc(&x, n * sizeof(int));
  fill<<<1, n>>>(x);
  cudaDeviceSynchronize();
  int host[n];
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  const int sum = std::accumulate(host, host + n, 0);
  std::printf("%d\n", sum);
  cudaFree(x);
}
// prints: 4950
