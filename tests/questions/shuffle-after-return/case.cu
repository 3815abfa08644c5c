// My warp reduction is right for 64 values and wrong or stuck for 50; the threads behind the end do nothing but return, is that forbidden?
// asked: https://github.com/uzh-rpg/vilib/pull/5
#include <cstdio>

__global__ void sum(const int* x, int n, int* total) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = x[i];
  for (int step = 16; step > 0; step /= 2) v += __shfl_down_sync(0xffffffffu, v, step);  // finds: inactive-lane: its thread has left the kernel
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
