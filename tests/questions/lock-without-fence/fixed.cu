// Changed: a fence after taking and before releasing the lock.
#include <cstdio>

__global__ void add(int* lock, double* re, double* im) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  *re += 1;
  *im -= 1;
  __threadfence();
  atomicExch(lock, 0);
}

int main() {
  double re = 0, im = 0, *dRe, *dIm;
  int* dLock;
  cudaMalloc(&dLock, sizeof(int));
  cudaMalloc(&dRe, sizeof re);
  cudaMalloc(&dIm, sizeof im);
  cudaMemset(dLock, 0, sizeof(int));
  cudaMemset(dRe, 0, sizeof re);
  cudaMemset(dIm, 0, sizeof im);
  add<<<6, 32>>>(dLock, dRe, dIm);
  cudaMemcpy(&re, dRe, sizeof re, cudaMemcpyDeviceToHost);
  cudaMemcpy(&im, dIm, sizeof im, cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", re, im);
  cudaFree(dLock);
  cudaFree(dRe);
  cudaFree(dIm);
}
// prints: 6 -6
