// The program waits for the kernel, which brings what it has printed.
#include <cstdio>

__global__ void hello() { printf("hello from thread %d\n", threadIdx.x); }

int main() {
  hello<<<1, 2>>>();
  cudaDeviceSynchronize();
  return 0;
}
// prints: hello from thread 0
// prints: hello from thread 1
