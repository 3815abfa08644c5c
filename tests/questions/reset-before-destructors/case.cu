// My program works, but a memory checker reports an invalid cudaFree at its end.
// asked: https://github.com/chrxh/alien/issues/101
#include <cstdio>

struct Grid {
  int* cells;
  Grid() { cudaMalloc(&cells, 32 * sizeof(int)); }
  ~Grid() { cudaFree(cells); }  // finds: double-free: cells is freed a second time
};

__global__ void fill(int* cells) { cells[threadIdx.x] = threadIdx.x; }

int main() {
  int host[32];
  Grid grid;
  fill<<<1, 32>>>(grid.cells);
  cudaMemcpy(host, grid.cells, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("%d\n", host[31]);
  cudaDeviceReset();
}
