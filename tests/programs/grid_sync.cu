// A cooperative launch: all threads read what their neighbour has, wait for the whole grid, and store it. And tiles of a block.
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void rotate(int* values, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  const int i = (int)grid.thread_rank();
  for (int round = 0; round < rounds; ++round) {
    const int next = values[(i + 1) % n];
    grid.sync();
    values[i] = next;
    grid.sync();
  }
}

__global__ void tiles(int* sums) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int sum = block.thread_rank();
  for (int offset = tile.size() / 2; offset > 0; offset /= 2) sum += tile.shfl_down(sum, offset);
  if (tile.thread_rank() == 0) sums[block.thread_rank() / 8] = sum;
}

int main() {
  int supported = 0, n = 4 * 64, rounds = 3;
  cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0);
  printf("cooperative launches: %s\n", supported ? "yes" : "no");
  int* values;
  cudaMallocManaged(&values, n * sizeof(int));
  for (int i = 0; i < n; ++i) values[i] = i;
  void* arguments[] = {&values, &n, &rounds};
  if (cudaLaunchCooperativeKernel((void*)rotate, dim3(4), dim3(64), arguments, 0, 0) != cudaSuccess) return 1;
  cudaDeviceSynchronize();
  printf("%d %d %d\n", values[0], values[63], values[255]);
  tiles<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", values[0], values[1], values[2], values[3]);
  cudaFree(values);
}
