// Hello world from the GPU prints nothing at all.
// asked: https://github.com/puttsk/cuda-tutorial/issues/3
// open: said in a note without a line or a kind, which --json does not have
#include <cstdio>

__global__ void hello() { printf("hello from thread %d\n", threadIdx.x); }

int main() {
  hello<<<1, 2>>>();  // should: cudaDeviceSynchronize
  return 0;
}
