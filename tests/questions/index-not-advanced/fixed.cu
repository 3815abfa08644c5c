// Changed: i goes on by the number of threads at the end of each round.
#include <cstdio>

__global__ void scale(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    x[i] = x[i] / 2 + 3;
    i += gridDim.x * blockDim.x;
  }
}

int main() {
  const int n = 200;
  int x[n], *d;
  for (int& v : x) v = 8;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  scale<<<2, 64>>>(d, n);
  const cudaError_t error = cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), x[n - 1]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 7
