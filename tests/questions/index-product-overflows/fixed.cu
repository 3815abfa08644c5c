// The product is computed in 64 bits.
#include <cstdio>

__global__ void scatter(int* table, int size, int keys) {
  const int key = blockIdx.x * blockDim.x + threadIdx.x;
  if (key < keys) atomicAdd(&table[key * 1500007LL % size], 1);
}

int main() {
  const int size = 64, keys = 2000;
  int host[size], *table;
  cudaMalloc(&table, sizeof host);
  cudaMemset(table, 0, sizeof host);
  scatter<<<8, 256>>>(table, size, keys);
  const cudaError_t error = cudaMemcpy(host, table, sizeof host, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    std::printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  int sum = 0;
  for (int count : host) sum += count;
  std::printf("%d\n", sum);
  cudaFree(table);
}
// prints: 2000
