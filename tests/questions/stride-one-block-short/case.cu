// My grid-stride loop doubles every element once, I thought; why are some of them four times as large, though each thread begins at an index of its own?
// asked: https://github.com/JuliaGPU/CUDA.jl/issues/1573
#include <cstdio>

__global__ void twice(int* x, int n) {
  const int stride = blockDim.x * (gridDim.x - 1);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) x[i] *= 2;  // finds: data-race: stride of the loop is less than the 128 threads
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
