// Changed: atomicAdd counts the blocks.
#include <cstdio>

__global__ void meet(volatile int* arrived, int* order) {
  if (threadIdx.x == 0) {
    order[blockIdx.x] = blockIdx.x;
    __threadfence();
    atomicAdd((int*)arrived, 1);
    while (atomicAdd((int*)arrived, 0) < (int)gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  if (threadIdx.x == 0 && blockIdx.x == 0) order[gridDim.x] = order[gridDim.x - 1];
}

int main() {
  const int blocks = 2;
  int order[blocks + 1], *dArrived, *dOrder;
  cudaMalloc(&dArrived, sizeof(int));
  cudaMalloc(&dOrder, sizeof order);
  cudaMemset(dArrived, 0, sizeof(int));
  meet<<<blocks, 32>>>(dArrived, dOrder);
  const cudaError_t error = cudaMemcpy(order, dOrder, sizeof order, cudaMemcpyDeviceToHost);
  std::printf("%s %d\n", cudaGetErrorString(error), order[blocks]);
  cudaFree(dArrived);
  cudaFree(dOrder);
  return error == cudaSuccess ? 0 : 1;
}
// prints: no error 1
