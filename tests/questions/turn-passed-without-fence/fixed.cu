// Changed: a fence after getting the turn and one before passing it on.
#include <cstdio>

__global__ void append(volatile int* turn, int* list, int* length) {
  if (threadIdx.x != 0) return;
  while (*turn != blockIdx.x) {
  }
  __threadfence();
  list[*length] = blockIdx.x;
  *length += 1;
  __threadfence();
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
// prints: 1 3
