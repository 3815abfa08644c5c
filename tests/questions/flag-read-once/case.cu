// A block waits in an empty loop for a flag in global memory that another block surely sets; in a debug build it goes on, in a release build it waits for ever?
// asked: https://github.com/ofiwg/libfabric/pull/11352
// open: "one update can be lost" and that nothing changes in the loop; with clang, which removes the loop, a race of the data
#include <cstdio>

__device__ int done = 0;
__device__ int result;

__global__ void wait(int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 1) {
    result = 7;
    __threadfence();
    done = 1;
  } else {
    while (done == 0) {  // finds: data-race: volatile
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
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
