// A memory checker says that my little kernel that replaces bad values writes behind its buffer; the grid is rounded up to whole blocks, is that not how it is done?
// asked: https://github.com/risc0/risc0/issues/3803
#include <cstdio>

__global__ void clean(int* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] < 0) x[i] = 0;  // finds: out-of-bounds: 128 threads for 90 elements: is "if (i < n)" missing
}

int main() {
  const int n = 90;
  int x[n], *d;
  for (int i = 0; i < n; ++i) x[i] = i % 2 ? i : -i;
  cudaMalloc(&d, sizeof x);
  cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
  clean<<<(n + 63) / 64, 64>>>(d);
  const cudaError_t error = cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%s %d %d\n", cudaGetErrorString(error), x[88], x[89]);
  cudaFree(d);
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
