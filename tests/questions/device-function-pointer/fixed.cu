// The address is taken on the device, by a variable of the device.
#include <cstdio>

typedef int (*Function)(int);

__device__ int square(int x) { return x * x; }

__device__ Function square_pointer = square;

__global__ void apply(Function function, int* x) { x[threadIdx.x] = function(threadIdx.x); }

int main() {
  int host[32], *x;
  cudaMalloc(&x, sizeof host);
  Function function;
  cudaMemcpyFromSymbol(&function, square_pointer, sizeof function);
  apply<<<1, 32>>>(function, x);
  const cudaError_t error = cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  std::printf("%d\n", host[31]);
  cudaFree(x);
}
// prints: 961
