// Kernels that launch kernels: each thread launches a child of two threads, down to the fourth level, whose threads are counted;
// and a launch into the tail stream runs after all the others. needs: toolkit (clang cannot compile such kernels)
#include <cstdio>

__device__ int launches;

__global__ void halve(unsigned long long* sum, int level, int levels) {
  atomicAdd(&launches, threadIdx.x == 0 ? 1 : 0);
  if (level == levels) {
    atomicAdd(sum, 1ull);
    return;
  }
  halve<<<1, 2>>>(sum, level + 1, levels);
}

__global__ void append(int* order, int* count, int what) { order[atomicAdd(count, 1)] = what; }

__global__ void parent(int* order, int* count) {
  append<<<1, 1, 0, cudaStreamTailLaunch>>>(order, count, 4);
  append<<<1, 1>>>(order, count, 2);
  append<<<1, 1, 0, cudaStreamFireAndForget>>>(order, count, 3);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  order[atomicAdd(count, 1)] = 1;
  cudaStreamDestroy(stream);
}

__global__ void too_large(int* order, int* count) { append<<<1, 2048>>>(order, count, 9); }

int main() {
  unsigned long long *d_sum, sum = 0;
  cudaMalloc(&d_sum, sizeof sum);
  cudaMemset(d_sum, 0, sizeof sum);
  halve<<<1, 2>>>(d_sum, 1, 4);
  cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
  int count = 0;
  cudaMemcpyFromSymbol(&count, launches, sizeof count);
  std::printf("%llu threads in %d kernels\n", sum, count);  // 2^4 in 1 + 2 + 4 + 8

  int *d_order, *d_count, order[4] = {};
  cudaMalloc(&d_order, sizeof order);
  cudaMalloc(&d_count, sizeof(int));
  cudaMemset(d_count, 0, sizeof(int));
  parent<<<1, 1>>>(d_order, d_count);
  too_large<<<1, 1>>>(d_order, d_count);  // its launch is impossible, and does not happen
  cudaMemcpy(order, d_order, sizeof order, cudaMemcpyDeviceToHost);
  cudaMemcpy(&count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d %d of %d\n", order[0], order[1], order[2], order[3], count);
  cudaFree(d_sum);
  cudaFree(d_order);
  cudaFree(d_count);
}
