// Host and kernels share managed memory while kernels may still run, and order it by atomics of system scope.
// needs: toolkit
#include <cstdio>
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

__global__ void produce(int* data, int* flag) {
  *data = 42;
  Flag(*flag).store(1, cuda::memory_order_release);
}

__global__ void count(int* counter) { atomicAdd(counter, 1); }

__global__ void count_for_all(int* counter) { atomicAdd_system(counter, 1); }

int main() {
  int *data, *flag, *counter, *total;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  cudaMalloc(&counter, sizeof(int));
  cudaMemset(counter, 0, sizeof(int));
  *flag = *total = 0;
  produce<<<1, 1>>>(data, flag);
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
  }
  std::printf("%d\n", *data);

  count_for_all<<<1, 32>>>(total);
  __atomic_fetch_add(total, 10, __ATOMIC_RELAXED);
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
  cudaFree(data);
  cudaFree(flag);
  cudaFree(total);
  cudaFree(counter);
}
