// Changed: the counter is set to 0 before the launch.
#include <cstdio>

__global__ void hits(const int* x, int n, int wanted, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] == wanted) atomicAdd(count, 1);
}

int main() {
  const int n = 256;
  int x[n], count, *dX, *dCount;
  for (int i = 0; i < n; ++i) x[i] = i % 8;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dCount, sizeof count);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(dCount, 0, sizeof count);
  hits<<<4, 64>>>(dX, n, 3, dCount);
  cudaMemcpy(&count, dCount, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%d\n", count);
  cudaFree(dX);
  cudaFree(dCount);
}
// prints: 32
