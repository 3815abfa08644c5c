// The memory is freed behind the loop.
#include <cstdio>

__global__ void multiply(int* x, int factor) { x[threadIdx.x] = factor * threadIdx.x; }

int main() {
  int host[64], *x;
  cudaMalloc(&x, sizeof host);
  for (int round = 1; round <= 3; ++round) {
    multiply<<<1, 64>>>(x, round);
    const cudaError_t error = cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
      std::printf("%s\n", cudaGetErrorString(error));
      return 1;
    }
    std::printf("%d\n", host[63]);
  }
  cudaFree(x);
}
// prints: 63
// prints: 126
// prints: 189
