// Changed: the stride is the number of all threads.
#include <cstdio>

__global__ void twice(int* x, int n) {
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) x[i] *= 2;
}

int main() {
  const int n = 500;
  int x[n], *d;
  for (int& v : x) v = 1;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  twice<<<4, 32>>>(d, n);
  cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", x[0], x[n - 1]);
  cudaFree(d);
}
// prints: 2 2
