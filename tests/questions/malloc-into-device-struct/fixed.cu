// The structure is made on the host, with the array's pointer in it, and then copied.
#include <cstdio>

struct Table {
  int n;
  float* rows;
};

__global__ void fill(Table* table) { table->rows[threadIdx.x] = 0.5f * threadIdx.x; }

int main() {
  Table* d_table;
  cudaMalloc(&d_table, sizeof(Table));
  Table table;
  table.n = 64;
  cudaMalloc(&table.rows, 64 * sizeof(float));
  cudaMemcpy(d_table, &table, sizeof table, cudaMemcpyHostToDevice);
  fill<<<1, 64>>>(d_table);
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  cudaFree(table.rows);
  cudaFree(d_table);
}
// prints: no error
