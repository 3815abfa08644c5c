// One stream makes the numbers, the other waits for an event of it, and sums them up.
#include <cstdio>

__global__ void make(int* numbers) { numbers[threadIdx.x] = threadIdx.x; }
__global__ void sum(const int* numbers, int* total) { atomicAdd(total, numbers[threadIdx.x]); }

int main() {
  int *numbers, *total, result = 0;
  cudaMalloc(&numbers, 64 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t made;
  cudaEventCreate(&made);
  make<<<1, 64, 0, first>>>(numbers);
  cudaEventRecord(made, first);
  cudaStreamWaitEvent(second, made, 0);
  sum<<<1, 64, 0, second>>>(numbers, total);
  cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);  // the default stream waits for both
  std::printf("%d\n", result);
  cudaEventDestroy(made);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(numbers);
  cudaFree(total);
}
