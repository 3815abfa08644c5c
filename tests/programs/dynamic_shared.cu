// One array of dynamic shared memory, divided into two by hand; its size is given at the launch, and as an attribute first.
#include <cstdio>

__global__ void reverse_and_sum(int* data, int n, int* sum) {
  extern __shared__ char memory[];
  int* numbers = reinterpret_cast<int*>(memory);
  int* partial = numbers + n;
  const int t = threadIdx.x;
  for (int i = t; i < n; i += blockDim.x) numbers[i] = data[i];
  partial[t] = 0;
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x) {
    data[i] = numbers[n - 1 - i];
    partial[t] += numbers[i];
  }
  __syncthreads();
  if (t == 0) {
    *sum = 0;
    for (unsigned k = 0; k < blockDim.x; ++k) *sum += partial[k];
  }
}

int main() {
  const int n = 10000, threads = 64;
  const size_t shared = (n + threads) * sizeof(int);  // 40,256 bytes
  int *data, *sum;
  cudaMallocManaged(&data, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = i;
  const cudaError_t set = cudaFuncSetAttribute(reverse_and_sum, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared);
  printf("attribute: %s\n", cudaGetErrorString(set));
  reverse_and_sum<<<1, threads, shared>>>(data, n, sum);
  cudaDeviceSynchronize();
  printf("first %d, last %d, sum %d\n", data[0], data[n - 1], *sum);
  cudaFree(data);
  cudaFree(sum);
}
