// The kernel should count the missing entries of a mask, but the number is far too low; every thread adds 1 to the same counter?
// asked: https://github.com/scikit-hep/awkward/pull/2225
#include <cstdio>

__global__ void missing(const signed char* mask, int n, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && mask[i] == 0) *count = *count + 1;  // finds: data-race: atomicAdd
}

int main() {
  const int n = 600;
  signed char mask[n], *dMask;
  int count = 0, *dCount;
  for (int i = 0; i < n; ++i) mask[i] = i % 3 != 0;
  cudaMalloc(&dMask, n);
  cudaMalloc(&dCount, sizeof count);
  cudaMemcpy(dMask, mask, n, cudaMemcpyHostToDevice);
  cudaMemcpy(dCount, &count, sizeof count, cudaMemcpyHostToDevice);
  missing<<<5, 128>>>(dMask, n, dCount);
  cudaMemcpy(&count, dCount, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%d\n", count);
  cudaFree(dMask);
  cudaFree(dCount);
}
