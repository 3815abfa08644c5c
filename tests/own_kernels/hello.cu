// Prints from every first thread of a block.
#include <cstdio>

__global__ void hello(int* blocks, int n) {
  if (threadIdx.x == 0 && blockIdx.x < n) {
    printf("block %d of %d\n", (int)blockIdx.x, (int)gridDim.x);
    blocks[blockIdx.x] = blockDim.x;
  }
}
