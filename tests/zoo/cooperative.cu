// Cooperative groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

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

/// What the lanes of a tile can ask each other.
__global__ void tile_functions(const int* data, int* results) {
  const auto block = groups::this_thread_block();
  const auto tile = groups::tiled_partition<16>(block);
  const int i = block.thread_rank(), value = data[i];
  int* const mine = results + 12 * i;
  mine[0] = tile.thread_rank() + 100 * tile.meta_group_rank() + 10000 * tile.meta_group_size();
  mine[1] = tile.shfl(value, 5);
  mine[2] = tile.shfl_up(value, 3);
  mine[3] = tile.shfl_down(value, 3);
  mine[4] = tile.shfl_xor(value, 6);
  mine[5] = tile.ballot(value > 0);
  mine[6] = tile.any(value > 90) + 2 * tile.all(value > -90);
  mine[7] = tile.match_any(value & 3);
  mine[8] = groups::inclusive_scan(tile, value, groups::plus<int>());
  mine[9] = groups::exclusive_scan(tile, value, groups::plus<int>());
  const double2 pair = tile.shfl(make_double2(value, value + 1), 2);  // 16 bytes
  mine[10] = static_cast<int>(pair.x * pair.y);
  const auto quarter = groups::tiled_partition<4>(tile);
  mine[11] = groups::reduce(quarter, value, [](int a, int b) { return a * b % 1000; }) + 10000 * static_cast<int>(quarter.meta_group_rank());
}

/// Lanes that a condition leaves: their ranks, their neighbours, their parts.
__global__ void left_lanes(const int* data, int* results) {
  const int i = threadIdx.x, value = data[i];
  if (value < 0) return;
  const groups::coalesced_group left = groups::coalesced_threads();
  int* const mine = results + 8 * i;
  mine[0] = left.thread_rank() + 100 * left.size();
  mine[1] = left.shfl_up(value, 1);
  mine[2] = left.shfl_down(value, 2);
  mine[3] = left.ballot(value % 2 == 1);
  mine[4] = groups::reduce(left, value, groups::less<int>());
  mine[5] = groups::inclusive_scan(left, value, groups::plus<int>());
  const groups::coalesced_group alike = groups::binary_partition(left, value % 3 == 0);
  mine[6] = alike.thread_rank() + 100 * alike.size();
  mine[7] = groups::reduce(alike, value, groups::bit_xor<int>());
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
