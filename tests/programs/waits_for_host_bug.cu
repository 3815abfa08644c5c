// A kernel waits for the host, which cannot go on before the kernel has ended. On a GPU it would print 42.
#include <cstdio>
__global__ void wait(volatile int* go, int* out) {
  while (*go == 0) {  // finds: deadlock: The host could write it while the kernel runs on a GPU, but not here
  }
  *out = 42;
}
int main() {
  int *go, *out;
  cudaHostAlloc(&go, sizeof(int), cudaHostAllocMapped);
  cudaMalloc(&out, sizeof(int));
  *go = 0;
  wait<<<1, 1>>>(go, out);
  *(volatile int*)go = 1;
  int result = 0;
  if (cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;  // exits: 1
  std::printf("%d\n", result);
  cudaFreeHost(go);
  cudaFree(out);
}
