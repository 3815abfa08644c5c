// Hello world from the GPU prints nothing at all.
// asked: https://github.com/puttsk/cuda-tutorial/issues/3
#include <cstdio>

__global__ void hello() { printf("hello from thread %d\n", threadIdx.x); }

int main() {
  hello<<<1, 2>>>();  // notes: output-not-shown
  return 0;
}
