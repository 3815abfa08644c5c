// Changed: the whole block waits before the branch.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void fold(const int* x, int* out) {
  __shared__ int cell[64];
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  const int t = threadIdx.x;
  cell[t] = x[t];
  block.sync();
  if (tile.meta_group_rank() == 0) {
    cell[t] += cell[t + 32];
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
// prints: 63 32
