// cudaMemcpyToSymbol with the variable's name worked in my old course material; now the kernel sees zeros.
// asked: https://github.com/bakks/virginian/issues/1
#include <cstdio>

__constant__ float weights[4];

__global__ void weigh(float* x) { x[threadIdx.x] = weights[threadIdx.x % 4] * threadIdx.x; }

int main() {
  const float host[4] = {1, 10, 100, 1000};
  float result[16], *x;
  cudaMalloc(&x, sizeof result);
  cudaMemcpyToSymbol("weights", host, sizeof host);  // finds: unchecked-error: the name of a variable
  weigh<<<1, 16>>>(x);
  cudaMemcpy(result, x, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", result[1], result[15]);
  cudaFree(x);
}
