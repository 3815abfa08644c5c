// cudaFree fails with invalid argument for a pointer that cudaMalloc gave me.
// asked: https://github.com/charmplusplus/charm/issues/3639
#include <cstdio>

__global__ void fill(int* x, int value) { x[threadIdx.x] = value; }

int main() {
  const int part = 64;
  int *x, host[part];
  cudaMalloc(&x, 3 * part * sizeof(int));  // notes: leak
  for (int p = 0; p < 3; ++p) {
    fill<<<1, part>>>(x, p);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%d\n", host[0]);
    x += part;
  }
  cudaFree(x);  // finds: wrong-copy: 768 bytes behind the start of x
}
