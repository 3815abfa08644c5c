// Changed: the last block sets the counter back to 0.
#include <cstdio>

__device__ unsigned finished = 0;

__global__ void sum(const int* x, int* partial, int* total) {
  if (threadIdx.x != 0) return;
  int own = 0;
  for (int i = 0; i < 32; ++i) own += x[blockIdx.x * 32 + i];
  partial[blockIdx.x] = own;
  __threadfence();
  if (atomicAdd(&finished, 1u) == gridDim.x - 1) {
    __threadfence();
    int all = 0;
    for (int b = 0; b < gridDim.x; ++b) all += partial[b];
    *total = all;
    finished = 0;
  }
}

int main() {
  const int blocks = 4, n = blocks * 32;
  int x[n], total, *dX, *dPartial, *dTotal;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dPartial, blocks * sizeof(int));
  cudaMalloc(&dTotal, sizeof total);
  for (int round = 1; round <= 2; ++round) {
    for (int& v : x) v = round;
    cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
    sum<<<blocks, 32>>>(dX, dPartial, dTotal);
    cudaMemcpy(&total, dTotal, sizeof total, cudaMemcpyDeviceToHost);
    std::printf("%d\n", total);
  }
  cudaFree(dX);
  cudaFree(dPartial);
  cudaFree(dTotal);
}
// prints: 128
// prints: 256
