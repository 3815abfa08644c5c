// Changed: the flag is volatile, so that it is read in every round.
#include <cstdio>

__device__ volatile int done = 0;
__device__ int result;

__global__ void wait(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    result = 7;
    __threadfence();
    done = 1;
  } else {
    while (done == 0) {
    }
    __threadfence();
    *out = result;
  }
}

int main() {
  int out = 0, *dOut;
  cudaMalloc(&dOut, sizeof out);
  wait<<<2, 32>>>(dOut);
  const cudaError_t error = cudaMemcpy(&out, dOut, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), out);
  cudaFree(dOut);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 7
