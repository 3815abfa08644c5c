// Changed: the loop waits until the old value was 1, which is free.
#include <cstdio>

__global__ void deposit(int* isFree, int* account) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(isFree, 1, 0) != 1) {
  }
  __threadfence();
  *account += 10;
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
// prints: 80
