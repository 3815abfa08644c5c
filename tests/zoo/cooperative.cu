// Cooperative groups, a library of the toolkit.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace groups = cooperative_groups;

/// A block's sum: tiles of a warp by shuffles, then one atomic a tile.
__global__ void reduce_tiles(const int* data, int* sum, int n) {
  const groups::thread_block block = groups::this_thread_block();
  const auto warp = groups::tiled_partition<32>(block);
  int mine = 0;
  for (int i = blockIdx.x * block.size() + block.thread_rank(); i < n; i += gridDim.x * block.size()) mine += data[i];
  for (int distance = warp.size() / 2; distance > 0; distance /= 2) mine += warp.shfl_down(mine, distance);
  if (warp.thread_rank() == 0) atomicAdd(sum, mine);
}

/// Tiles of 8 threads by the library's own reduction; the block meets by its own barrier.
__global__ void reduce_small_tiles(const int* data, int* largest) {
  __shared__ int cells[128];
  const groups::thread_block block = groups::this_thread_block();
  cells[block.thread_rank()] = data[blockIdx.x * blockDim.x + threadIdx.x];
  block.sync();
  const auto tile = groups::tiled_partition<8>(block);
  const int reversed = cells[127 - block.thread_rank()];
  const int result = groups::reduce(tile, reversed, groups::greater<int>());
  if (tile.thread_rank() == 0) largest[(blockIdx.x * blockDim.x + threadIdx.x) / 8] = result;
}

/// Per warp and key the sum, by groups of the lanes that have the key; the first of a group writes it.
__global__ void sums_by_label(const int* keys, const int* data, int* sums, int kinds) {
  const auto warp = groups::tiled_partition<32>(groups::this_thread_block());
  const int i = threadIdx.x;
  const auto same = groups::labeled_partition(warp, keys[i]);
  const int sum = groups::reduce(same, data[i], groups::plus<int>());
  if (same.thread_rank() == 0) sums[i / 32 * kinds + keys[i]] = sum;
}

/// Lanes that happen to be together count themselves, and one of them does the atomic for all.
__global__ void coalesced_count(const int* data, int* counter, int* places, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  places[i] = -1;
  if (i >= n || data[i] % 3 != 0) return;
  const groups::coalesced_group active = groups::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
  places[i] = active.shfl(first, 0) + active.thread_rank();
}

/// Heat along a rod, step after step in one launch: all blocks wait for each other between two steps. n threads.
__global__ void heat(float* now, float* next, int n, int steps) {
  const groups::grid_group grid = groups::this_grid();
  const int i = static_cast<int>(grid.thread_rank());
  for (int step = 0; step < steps; ++step) {
    if (i > 0 && i < n - 1) next[i] = 0.25f * now[i - 1] + 0.5f * now[i] + 0.25f * now[i + 1];
    grid.sync();
    float* const written = next;
    next = now;
    now = written;
  }
}
