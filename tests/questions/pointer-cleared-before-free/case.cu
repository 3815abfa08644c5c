// My release function sets the pointers to null, and the GPU's memory still fills up.
// asked: https://github.com/hornet-gt/hornetsnest/issues/14
#include <cstdio>

__global__ void fill(int* x) { x[threadIdx.x] = 3; }

void release(int*& pointer) {
  pointer = nullptr;
  cudaFree(pointer);
}

int main() {
  int *x, host[32];
  cudaMalloc(&x, sizeof host);  // notes: leak
  fill<<<1, 32>>>(x);
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[31]);
  release(x);
}
