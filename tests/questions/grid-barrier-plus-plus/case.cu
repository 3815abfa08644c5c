// One thread of each block counts itself with ++ and then waits until the counter is the number of blocks; with four blocks it sometimes waits for ever?
// asked: https://forums.developer.nvidia.com/t/syncblocks-101-primitives-for-interblock-syncronization/1367
#include <cstdio>

__global__ void meet(volatile int* arrived, int* order) {
  if (threadIdx.x == 0) {
    order[blockIdx.x] = blockIdx.x;
    __threadfence();
    (*arrived)++;  // finds: unordered-volatile: one update can be lost, which an atomic (atomicAdd and the like) prevents
    while (*arrived < (int)gridDim.x) {  // finds: deadlock: waits for arrived[0] (dArrived) to change from 1
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
  return error == cudaSuccess ? 0 : 1;  // exits: 1
}
