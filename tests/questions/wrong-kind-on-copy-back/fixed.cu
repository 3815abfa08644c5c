// The copy back is cudaMemcpyDeviceToHost.
#include <cstdio>

__global__ void cube(int* x, int n) {
  const int i = threadIdx.x;
  if (i < n) x[i] = i * i * i;
}

int main() {
  const int n = 16;
  int result[n] = {}, *d_result;
  cudaMalloc(&d_result, n * sizeof(int));
  cube<<<1, 32>>>(d_result, n);
  cudaMemcpy(result, d_result, n * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", result[3], result[15]);
  cudaFree(d_result);
}
// prints: 27 3375
