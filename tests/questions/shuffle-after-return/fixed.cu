// Changed: threads behind the end stay and add 0.
#include <cstdio>

__global__ void sum(const int* x, int n, int* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? x[i] : 0;
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);
  if (threadIdx.x % 32 == 0) atomicAdd(total, v);
}

int main() {
  const int n = 50;
  int x[n], total = 0, *dX, *dTotal;
  for (int i = 0; i < n; ++i) x[i] = i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dTotal, sizeof total);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  cudaMemset(dTotal, 0, sizeof total);
  sum<<<1, 64>>>(dX, n, dTotal);
  cudaMemcpy(&total, dTotal, sizeof total, cudaMemcpyDeviceToHost);
  std::printf("%d\n", total);
  cudaFree(dX);
  cudaFree(dTotal);
}
// prints: 1225
