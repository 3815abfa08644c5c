#include "triangle.h"

static __device__ int result;

static __global__ void total(const int* row, int width) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < width; i += blockDim.x) atomicAdd(&sum, row[i]);
  __syncthreads();
  if (threadIdx.x == 0) result = sum;
}

int total_of(const int* row, int width) {
  total<<<1, 128>>>(row, width);
  int host = -1;
  cudaMemcpyFromSymbol(&host, result, sizeof host);
  return host;
}
