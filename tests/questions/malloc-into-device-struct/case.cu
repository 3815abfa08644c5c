// I have a struct on the GPU and want to allocate an array for its pointer, but cudaMalloc itself crashes.
// asked: https://github.com/NVIDIA/cuml/pull/3638
#include <cstdio>

struct Table {
  int n;
  float* rows;
};

__global__ void fill(Table* table) { table->rows[threadIdx.x] = 0.5f * threadIdx.x; }

int main() {
  Table* d_table;
  cudaMalloc(&d_table, sizeof(Table));
  cudaMalloc(&d_table->rows, 64 * sizeof(float));  // finds: host-touched-device: the host reads or writes d_table, which is device memory
  fill<<<1, 64>>>(d_table);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));  // exits: 139
  cudaFree(d_table);
}
