// The very first thread sets the hit counter to 0 before it looks for hits; why is the number of hits too small, if thread 0 surely comes first?
// asked: https://github.com/openwall/john/issues/4975
#include <cstdio>

__global__ void hits(const int* x, int n, int wanted, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) *count = 0;  // finds: data-race: blocks run in any order
  if (i < n && x[i] == wanted) atomicAdd(count, 1);
}

int main() {
  const int n = 256;
  int x[n], count, *dX, *dCount;
  for (int i = 0; i < n; ++i) x[i] = i % 8;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dCount, sizeof count);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  hits<<<4, 64>>>(dX, n, 3, dCount);
  cudaMemcpy(&count, dCount, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%d\n", count);
  cudaFree(dX);
  cudaFree(dCount);
}
