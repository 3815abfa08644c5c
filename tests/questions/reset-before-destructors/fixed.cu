// The device is not reset while objects still hold its memory.
#include <cstdio>

struct Grid {
  int* cells;
  Grid() { cudaMalloc(&cells, 32 * sizeof(int)); }
  ~Grid() { cudaFree(cells); }
};

__global__ void fill(int* cells) { cells[threadIdx.x] = threadIdx.x; }

int main() {
  int host[32];
  Grid grid;
  fill<<<1, 32>>>(grid.cells);
  cudaMemcpy(host, grid.cells, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[31]);
}
// prints: 31
