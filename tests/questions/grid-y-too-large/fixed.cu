// The rows are numbered by x, where a grid may have 2,147,483,647 blocks.
#include <cstdio>
#include <cstdlib>

__global__ void lengths(int* length) { length[blockIdx.x] = blockIdx.x % 100; }

int main() {
  const int rows = 70000;
  int* host = static_cast<int*>(std::calloc(rows, sizeof(int)));
  int* length;
  cudaMalloc(&length, rows * sizeof(int));
  cudaMemset(length, 0, rows * sizeof(int));
  lengths<<<rows, 1>>>(length);
  cudaMemcpy(host, length, rows * sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[69999]);
  cudaFree(length);
  std::free(host);
}
// prints: 99
