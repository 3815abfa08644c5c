// My block sum is right as long as n is a multiple of the block size, otherwise the last block returns rubbish; which values does it add?
// asked: https://github.com/OP-DSL/OP2-Common/issues/162
#include <cstdio>

__global__ void blockSums(const int* x, int* sums, int n) {
  __shared__ int part[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) part[threadIdx.x] = x[i];
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];  // finds: uninitialised-read: its block had written only elements 0 to 43 of part, which has 128
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

int main() {
  const int n = 300;
  int x[n], sums[3], *dX, *dSums;
  for (int i = 0; i < n; ++i) x[i] = 2;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dSums, sizeof sums);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  blockSums<<<3, 128>>>(dX, dSums, n);
  cudaMemcpy(sums, dSums, sizeof sums, cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  cudaFree(dX);
  cudaFree(dSums);
}
