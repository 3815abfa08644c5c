// A kernel gives the host a value in managed memory while it may still run: by a flag that both use by atomics.
// needs: toolkit
#include <cstdio>
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_system>;

__global__ void produce(int* data, int* flag) {
  *data = 42;
  Flag(*flag).store(1, cuda::memory_order_release);
}

int main() {
  int *data, *flag;
  cudaMallocManaged(&data, sizeof(int));
  cudaMallocManaged(&flag, sizeof(int));
  *flag = 0;
  produce<<<1, 1>>>(data, flag);
  while (Flag(*flag).load(cuda::memory_order_acquire) == 0) {
  }
  std::printf("%d\n", *data);
  cudaFree(data);
  cudaFree(flag);
}
