// A barrier in shared memory, also where the compiler has only our headers.
#include <cstdio>

#include <cuda/barrier>

__global__ void reverse(int* to, const int* from) {
  __shared__ int values[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> met;
  if (threadIdx.x == 0) init(&met, blockDim.x);
  __syncthreads();
  values[threadIdx.x] = from[threadIdx.x];
  met.arrive_and_wait();
  to[threadIdx.x] = values[63 - threadIdx.x];
}

int main() {
  int *from, *to;
  cudaMallocManaged(&from, 64 * sizeof(int));
  cudaMallocManaged(&to, 64 * sizeof(int));
  for (int k = 0; k < 64; ++k) from[k] = k;
  reverse<<<1, 64>>>(to, from);
  cudaDeviceSynchronize();
  printf("%d %d\n", to[0], to[63]);
  cudaFree(from);
  cudaFree(to);
}
