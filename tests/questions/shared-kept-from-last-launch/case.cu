// The first launch fills a shared table and the second uses it, which worked when I tried it; may I rely on shared memory to stay until the next kernel?
// asked: https://github.com/numba/numba/issues/6076
#include <cstdio>

__shared__ int table[32];

__global__ void fill() { table[threadIdx.x] = threadIdx.x * threadIdx.x; }

__global__ void use(int* out) {
  out[threadIdx.x] = table[31 - threadIdx.x];  // finds: uninitialised-read: launch
}

int main() {
  int out[32], *dOut;
  cudaMalloc(&dOut, sizeof out);
  fill<<<1, 32>>>();
  use<<<1, 32>>>(dOut);
  cudaMemcpy(out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[31]);
  cudaFree(dOut);
}
