// What kernels print appears when the host waits, after what the host printed before.
#include <cstdio>

__global__ void hello(const char* unused, double x) {
  if (threadIdx.x == 0) printf("block %d of %d: %5.2f %s %c %x %lld%%\n", blockIdx.x, gridDim.x, x, "text", 'z', 255u, 1LL << 40);
}

int main() {
  printf("before\n");
  fflush(stdout);
  hello<<<1, 64>>>(nullptr, 3.14159);
  cudaDeviceSynchronize();
  printf("between\n");
  hello<<<1, 32>>>(nullptr, -0.5);
  cudaDeviceSynchronize();
  printf("after\n");
}
