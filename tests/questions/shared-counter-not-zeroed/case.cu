// I count the threads of all blocks by way of a shared counter, and get a million more than there are; with plain global atomics it was right?
// asked: https://github.com/bluekds/CUDA_Programming/issues/2
#include <cstdio>

__global__ void count(const int* age, int n, int* adults) {
  __shared__ int here;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && age[i] >= 18) atomicAdd(&here, 1);  // finds: uninitialised-read: no thread of its block has written it in this launch
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(adults, here);
}

int main() {
  const int n = 500;
  int age[n], adults = 0, *dAge, *dAdults;
  for (int i = 0; i < n; ++i) age[i] = i % 36;
  cudaMalloc(&dAge, sizeof age);
  cudaMalloc(&dAdults, sizeof adults);
  cudaMemcpy(dAge, age, sizeof age, cudaMemcpyHostToDevice);
  cudaMemcpy(dAdults, &adults, sizeof adults, cudaMemcpyHostToDevice);
  count<<<4, 128>>>(dAge, n, dAdults);
  cudaMemcpy(&adults, dAdults, sizeof adults, cudaMemcpyDeviceToHost);
  std::printf("%d\n", adults);
  cudaFree(dAge);
  cudaFree(dAdults);
}
