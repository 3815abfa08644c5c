// 1 means that my semaphore is free and 0 that it is taken; the updates still get lost, although every block waits in a loop with atomicCAS until it has it?
// asked: https://forums.developer.nvidia.com/t/can-you-help-me-about-cuda-atomiccas/268523
// open: "one update can be lost"
#include <cstdio>

__global__ void deposit(int* isFree, int* account) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(isFree, 1, 0) != 0) {
  }
  __threadfence();
  *account += 10;  // finds: data-race: the lock was held by others at the same time
  __threadfence();
  atomicExch(isFree, 1);
}

int main() {
  int one = 1, account = 0, *dFree, *dAccount;
  cudaMalloc(&dFree, sizeof one);
  cudaMalloc(&dAccount, sizeof account);
  cudaMemcpy(dFree, &one, sizeof one, cudaMemcpyHostToDevice);
  cudaMemcpy(dAccount, &account, sizeof account, cudaMemcpyHostToDevice);
  deposit<<<8, 32>>>(dFree, dAccount);
  cudaMemcpy(&account, dAccount, sizeof account, cudaMemcpyDeviceToHost);
  std::printf("%d\n", account);
  cudaFree(dFree);
  cudaFree(dAccount);
}
