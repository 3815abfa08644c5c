// Why does my kernel write outside the array? I launch exactly as many threads as my size variable says.
// asked: https://github.com/RussWong/CUDATutorial/pull/12
#include <cstdio>

__global__ void fill(float* x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 0.5f * i;  // finds: out-of-bounds: 4,096 threads for 1,024 elements
}

int main() {
  const int n = 1024, size = n * sizeof(float), threads = 256;
  static float host[n];
  float* x;
  cudaMalloc(&x, size);
  fill<<<(size + threads - 1) / threads, threads>>>(x);
  const cudaError_t error = cudaMemcpy(host, x, size, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%g\n", host[n - 1]);
  cudaFree(x);
}
