// My blocks append to one list, each waits until it is its turn, so that only one is ever at it; why is the length sometimes that of the block before last?
// asked: https://github.com/NVIDIA/Fuser/pull/2391
// open: the missing fence in three findings, one of them about the turn itself
#include <cstdio>

__global__ void append(volatile int* turn, int* list, int* length) {
  if (threadIdx.x != 0) return;
  while (*turn != blockIdx.x) {
  }
  list[*length] = blockIdx.x;
  *length += 1;  // finds: missing-release: without __threadfence()
  *turn = *turn + 1;
}

int main() {
  const int blocks = 4;
  int list[blocks] = {}, *dTurn, *dList, *dLength;
  cudaMalloc(&dTurn, sizeof(int));
  cudaMalloc(&dList, sizeof list);
  cudaMalloc(&dLength, sizeof(int));
  cudaMemset(dTurn, 0, sizeof(int));
  cudaMemset(dLength, 0, sizeof(int));
  append<<<blocks, 32>>>(dTurn, dList, dLength);
  cudaMemcpy(list, dList, sizeof list, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", list[1], list[3]);
  cudaFree(dTurn);
  cudaFree(dList);
  cudaFree(dLength);
}
