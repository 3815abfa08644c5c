// The host assigns to variables of the device: that changes copies of its own, and kernels see the old values. A variable that is
// copied with a call, from the same copy, is right.
#include <cstdio>

__device__ int limit = 3;
__constant__ float factors[4];
__constant__ int shift;
__device__ int offset;

__global__ void below(const int* x, int* count) {
  if (x[threadIdx.x] + offset < limit) atomicAdd(count, 1);
}
__global__ void scale(int* x) { x[threadIdx.x] = static_cast<int>(x[threadIdx.x] * factors[threadIdx.x % 4]) + shift; }
__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int *x, *count, result = 0;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaMalloc(&count, sizeof(int));
  cudaMemset(count, 0, sizeof(int));
  limit = 10;
  offset = 1;
  cudaMemcpyToSymbol(offset, &offset, sizeof offset);
  shift = 0x100;
  for (float& factor : factors) factor = 2;
  fill<<<1, 32>>>(x);
  below<<<1, 32>>>(x, count);  // finds: variable-on-host: changed limit, but only
  scale<<<1, 32>>>(x);         // finds: variable-on-host: changed factors, shift, but only
  cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d", result);
  cudaMemcpy(&result, x + 31, sizeof result, cudaMemcpyDeviceToHost);
  std::printf(" %d\n", result);
  cudaFree(x);
  cudaFree(count);
}
