// The host's array is cleared by the host.
#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = 4; }

int main() {
  int result[64] = {}, *x;
  cudaMalloc(&x, sizeof result);
  fill<<<1, 32>>>(x);
  cudaMemcpy(result, x, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result[31]);
  cudaFree(x);
}
// prints: 4
