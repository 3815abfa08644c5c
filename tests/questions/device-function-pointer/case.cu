// I pass a function pointer to my kernel; it compiles, and the kernel dies at the call.
// asked: https://github.com/eyalroz/cuda-kat/issues/94
// open: with nvcc: calls an address where no function is; clang does not compile it, and says why
#include <cstdio>

typedef int (*Function)(int);

__device__ int square(int x) { return x * x; }

__global__ void apply(Function function, int* x) { x[threadIdx.x] = function(threadIdx.x); }  // should: host

int main() {
  int host[32], *x;
  cudaMalloc(&x, sizeof host);
  Function function = square;
  apply<<<1, 32>>>(function, x);
  const cudaError_t error = cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;  // exits: 1
  }
  std::printf("%d\n", host[31]);
  cudaFree(x);
}
