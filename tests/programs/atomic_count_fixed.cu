// Kernels of two streams count together, and so do a kernel and the host, while nothing orders them: by atomics.
#include <cstdio>

__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void count_for_all(int* counter) { atomicAdd_system(counter, 1); }
__global__ void raise_flag(volatile int* flag) { *flag = 1; }

int main() {
  int *total, *flag, *counter;
  cudaMallocManaged(&total, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  *total = *flag = 0;
  count_for_all<<<1, 32>>>(total);
  __atomic_fetch_add(total, 10, __ATOMIC_RELAXED);
  raise_flag<<<1, 1>>>(flag);
  while (*(volatile int*)flag == 0) {
  }
  cudaDeviceSynchronize();
  std::printf("%d\n", *total);

  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  count<<<1, 32, 0, first>>>(counter);
  count<<<1, 32, 0, second>>>(counter);
  cudaDeviceSynchronize();
  int counted = 0;
  cudaMemcpy(&counted, counter, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", counted);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(total);
  cudaFree(flag);
  cudaFree(counter);
}
