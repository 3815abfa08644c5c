// One stream makes the numbers, the other sums them up, and nothing orders the two.
#include <cstdio>

__global__ void make(int* numbers) { numbers[threadIdx.x] = threadIdx.x; }
__global__ void sum(const int* numbers, int* total) { atomicAdd(total, numbers[threadIdx.x]); }

int main() {
  int *numbers, *total;
  cudaMalloc(&numbers, 64 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(numbers, 0, 64 * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  make<<<1, 64, 0, first>>>(numbers);
  sum<<<1, 64, 0, second>>>(numbers, total);  // finds: unordered-streams
  cudaDeviceSynchronize();
  std::printf("done\n");
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(numbers);
  cudaFree(total);
}
