// The kernels use atomics, the host and one kernel do not.
#include <cstdio>

__global__ void count_for_all(int* counter) { atomicAdd_system(counter, 1); }
__global__ void count(int* counter) { atomicAdd(counter, 1); }
__global__ void look(const int* counter, int* seen) { *seen = *counter; }

int main() {
  int *total, *nearly, *seen;
  cudaMallocManaged(&total, sizeof(int));
  cudaMallocManaged(&nearly, sizeof(int));
  cudaMalloc(&seen, sizeof(int));
  *total = *nearly = 0;
  count_for_all<<<1, 32>>>(total);
  std::printf("%d\n", *total);  // finds: unordered-streams
  cudaDeviceSynchronize();

  count<<<1, 32>>>(nearly);
  __atomic_fetch_add(nearly, 10, __ATOMIC_RELAXED);  // finds: unordered-streams
  cudaDeviceSynchronize();

  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  count<<<1, 32, 0, first>>>(nearly);
  look<<<1, 1, 0, second>>>(nearly, seen);  // finds: unordered-streams
  cudaDeviceSynchronize();
  std::printf("%d\n", *nearly);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(total);
  cudaFree(nearly);
  cudaFree(seen);
}
