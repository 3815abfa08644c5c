// With few keys my table is right, with 2000 of them the kernel writes to illegal addresses.
// asked: https://github.com/microsoft/onnxruntime/pull/28108
#include <cstdio>

__global__ void scatter(int* table, int size, int keys) {
  const int key = blockIdx.x * blockDim.x + threadIdx.x;
  if (key < keys) atomicAdd(&table[key * 1500007 % size], 1);  // finds: out-of-bounds: computed in 32 bits, where 1,432 × 1,500,007 = 2,148,010,024 wraps
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
    return 1;  // exits: 1
  }
  int sum = 0;
  for (int count : host) sum += count;
  std::printf("%d\n", sum);
  cudaFree(table);
}
