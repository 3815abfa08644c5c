// My block is split into two tiles, and only the first has something to wait for before the common barrier, so it alone calls sync() on the block there; why does the other tile read values that are not ready?
// asked: https://forums.developer.nvidia.com/t/clarification-on-cooperative-groups-tiled-partition-64-sync-behavior-in-a-128-thread-block/369603
// open: two findings, the first says that thread 32 never reached a barrier which it has passed
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void fold(const int* x, int* out) {
  __shared__ int cell[64];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  const int t = threadIdx.x;
  cell[t] = x[t];
  if (tile.meta_group_rank() == 0) {
    block.sync();
    cell[t] += cell[t + 32];  // finds: barrier-divergence: block.sync() in a branch
  }
  block.sync();
  out[t] = cell[63 - t];
}

int main() {
  int x[64], *dX, *dOut;
  for (int i = 0; i < 64; ++i) x[i] = i;
  cudaMalloc(&dX, sizeof x);
  cudaMalloc(&dOut, sizeof x);
  cudaMemcpy(dX, x, sizeof x, cudaMemcpyHostToDevice);
  fold<<<1, 64>>>(dX, dOut);
  cudaMemcpy(x, dOut, sizeof x, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", x[0], x[63]);
  cudaFree(dX);
  cudaFree(dOut);
}
