// The first round of my loop is right, from the second on I get illegal addresses.
// asked: https://github.com/JHU-EP-Intro2GPU/EN605.617/pull/9
#include <cstdio>

__global__ void multiply(int* x, int factor) { x[threadIdx.x] = factor * threadIdx.x; }

int main() {
  int host[64], *x;
  cudaMalloc(&x, sizeof host);
  for (int round = 1; round <= 3; ++round) {
    multiply<<<1, 64>>>(x, round);  // finds: use-after-free: kernel multiply uses x after it was freed
    const cudaError_t error = cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
      std::printf("%s\n", cudaGetErrorString(error));
      return 1;  // exits: 1
    }
    std::printf("%d\n", host[63]);
    cudaFree(x);
  }
}
