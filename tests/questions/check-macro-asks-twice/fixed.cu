// The macro keeps the error; and the launch has no more than 1,024 threads in a block.
#include <cstdio>

#define CHECK(call) \
  if (const cudaError_t error = (call)) std::printf("failed: %s\n", cudaGetErrorString(error))

__global__ void fill(int* x) { x[threadIdx.x] = 9; }

int main() {
  int *x, host[4];
  CHECK(cudaMalloc(&x, 1100 * sizeof(int)));
  CHECK(cudaMemset(x, 0, 1100 * sizeof(int)));
  fill<<<1, 1000>>>(x);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
  std::printf("%d\n", host[0]);
  CHECK(cudaFree(x));
}
// prints: 9
