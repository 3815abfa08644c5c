// Changed: the index counts the blocks before as well.
#include <cstdio>

__global__ void smooth(const int* x, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += x[i] / 2;
}

int main() {
  const int n = 192;
  int x[n], *dX, *dOut;
  for (int i = 0; i < n; ++i) x[i] = 2 * i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(dOut, 0, sizeof x);
  smooth<<<3, 64>>>(dX, dOut, n);
  cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", x[1], x[n - 1]);
  cudaFree(dX);
  cudaFree(dOut);
}
// prints: 1 191
