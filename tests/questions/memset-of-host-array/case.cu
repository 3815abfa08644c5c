// cudaMemset on my result array returns invalid argument.
// asked: https://github.com/hidet-org/hidet/pull/49
#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = 4; }

int main() {
  int result[64], *x;
  cudaMalloc(&x, sizeof result);
  cudaMemset(result, 0, sizeof result);  // finds: wrong-copy: cudaMemset was given memory of the host
  fill<<<1, 32>>>(x);
  cudaMemcpy(result, x, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result[31]);
  cudaFree(x);
}
