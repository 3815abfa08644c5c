// My error check fires, but the message that it prints is "no error".
// asked: https://github.com/NVIDIA/HMM_sample_code/pull/2
#include <cstdio>

#define CHECK(call) \
  if ((call) != cudaSuccess) std::printf("failed: %s\n", cudaGetErrorString(call))

__global__ void fill(int* x) { x[threadIdx.x] = 9; }

int main() {
  int *x, host[4];
  CHECK(cudaMalloc(&x, 1100 * sizeof(int)));
  CHECK(cudaMemset(x, 0, 1100 * sizeof(int)));
  fill<<<1, 1100>>>(x);  // should: block x is 1,100; CUDA allows at most 1,024
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%d\n", host[0]);
  CHECK(cudaFree(x));
}
