// Changed: the kernel gets the number of elements and compares with it.
#include <cstdio>

__global__ void clean(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] < 0) x[i] = 0;
}

int main() {
  const int n = 90;
  int x[n], *d;
  for (int i = 0; i < n; ++i) x[i] = i % 2 ? i : -i;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  clean<<<(n + 63) / 64, 64>>>(d, n);
  const cudaError_t error = cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), x[88], x[89]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 0 89
