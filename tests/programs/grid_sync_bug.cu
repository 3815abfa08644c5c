// A kernel that synchronises its grid is launched as any other.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void sum(int* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  cooperative_groups::this_grid().sync();  // finds: trap
  if (blockIdx.x == 0) x[threadIdx.x] += x[blockDim.x + threadIdx.x];
}

int main() {
  int* x;
  cudaMalloc(&x, 64 * sizeof *x);
  sum<<<2, 32>>>(x);  // exits: 1
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", error == cudaSuccess ? "done" : "failed");
  return error == cudaSuccess ? 0 : 1;
}
