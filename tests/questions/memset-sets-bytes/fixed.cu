// cudaMemset sets bytes, so ones come from an array of the host.
#include <cstdio>

__global__ void add_up(const int* x, int* sum) { atomicAdd(sum, x[threadIdx.x]); }

int main() {
  const int n = 64;
  int *x, *sum, result;
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  int ones[n];
  for (int& each : ones) each = 1;
  cudaMemcpy(x, ones, sizeof ones, cudaMemcpyHostToDevice);
  cudaMemset(sum, 0, sizeof(int));
  add_up<<<1, n>>>(x, sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
  cudaFree(x);
  cudaFree(sum);
}
// prints: 64
