// The host waits for the kernel before it reads.
#include <cstdio>

__global__ void fill(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}

int main() {
  const int n = 500;
  int *x, sum = 0;
  cudaMallocManaged(&x, n * sizeof(int));
  for (int i = 0; i < n; ++i) x[i] = 0;
  fill<<<4, 128>>>(x, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) sum += x[i];
  std::printf("%d\n", sum);
  cudaDeviceSynchronize();
  cudaFree(x);
}
// prints: 124750
