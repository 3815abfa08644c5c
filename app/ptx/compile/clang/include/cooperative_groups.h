#pragma once

// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups"): blocks, tiles of a warp, coalesced lanes, the grid.
// Tiles of more than a warp, and clusters, are not supported.

#include "warplens/lanes.h"

namespace cooperative_groups {

/// The block of the calling thread.
class thread_block {
 public:
  struct arrival_token {};

  WARPLENS_MEMBER static void sync() { __asm__ volatile("barrier.sync 0;" ::: "memory"); }
  WARPLENS_MEMBER arrival_token barrier_arrive() const { return {}; }
  WARPLENS_MEMBER void barrier_wait(arrival_token) const { sync(); }
  WARPLENS_MEMBER static unsigned thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
  WARPLENS_MEMBER static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  WARPLENS_MEMBER static unsigned size() { return num_threads(); }
  WARPLENS_MEMBER static dim3 group_index() { return blockIdx; }
  WARPLENS_MEMBER static dim3 thread_index() { return threadIdx; }
  WARPLENS_MEMBER static dim3 dim_threads() { return blockDim; }
  WARPLENS_MEMBER static dim3 group_dim() { return blockDim; }
};
WARPLENS_DEVICE thread_block this_thread_block() { return {}; }

/// All blocks of a cooperative launch. They synchronise by the second word of the workspace whose address is in %envreg1 and
/// %envreg2 (cooperative_groups/details/info.h of CUDA 13); a kernel that reads these registers is launched cooperatively.
class grid_group {
 public:
  struct arrival_token {
    unsigned before;
  };

  WARPLENS_MEMBER bool is_valid() const { return workspace_ != nullptr; }
  WARPLENS_MEMBER void sync() const { barrier_wait(barrier_arrive()); }
  /// In a launch that is not cooperative there is no workspace: as NVIDIA's, it stops the kernel.
  /// In each round the blocks together add 2^31, so the uppermost bit changes when the last block arrives.
  WARPLENS_MEMBER arrival_token barrier_arrive() const {
    if (!is_valid()) __trap();
    thread_block::sync();
    arrival_token token{0};
    if (thread_block::thread_rank() == 0) {
      const unsigned share = block_rank() == 0 ? 0x80000000u - (unsigned)(num_blocks() - 1) : 1;
      __asm__ volatile("atom.add.release.gpu.u32 %0, [%1], %2;"
                       : "=r"(token.before)
                       : "l"(workspace_ + 1), "r"(share)
                       : "memory");
    }
    return token;
  }
  WARPLENS_MEMBER void barrier_wait(arrival_token token) const {
    if (thread_block::thread_rank() == 0) {
      unsigned now;
      do {
        __asm__ volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(workspace_ + 1) : "memory");
      } while (((now ^ token.before) & 0x80000000u) == 0);
    }
    thread_block::sync();
  }
  WARPLENS_MEMBER static unsigned long long num_blocks() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
  WARPLENS_MEMBER static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  WARPLENS_MEMBER static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  WARPLENS_MEMBER static unsigned long long size() { return num_threads(); }
  WARPLENS_MEMBER static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  WARPLENS_MEMBER static dim3 group_dim() { return gridDim; }
  WARPLENS_MEMBER static dim3 dim_blocks() { return gridDim; }
  WARPLENS_MEMBER static dim3 block_index() { return blockIdx; }

 private:
  friend WARPLENS_MEMBER grid_group this_grid();
  unsigned* workspace_;
};
WARPLENS_MEMBER grid_group this_grid() {
  unsigned upper, lower;
  __asm__ volatile("mov.u32 %0, %%envreg1;" : "=r"(upper));
  __asm__ volatile("mov.u32 %0, %%envreg2;" : "=r"(lower));
  grid_group grid;
  __asm__("mov.b64 %0, {%1, %2};" : "=l"(grid.workspace_) : "r"(lower), "r"(upper));
  return grid;
}

/// Common base of tiles and coalesced groups: lanes of a warp, given by a mask. Ranks count the lanes of the mask.
class coalesced_group {
 public:
  WARPLENS_MEMBER explicit coalesced_group(unsigned mask, unsigned rank = 0, unsigned groups = 1)
      : mask_(mask), meta_rank_(rank), meta_size_(groups) {}

  WARPLENS_MEMBER void sync() const { __syncwarp(mask_); }
  WARPLENS_MEMBER unsigned thread_rank() const { return __warplens_rank(mask_); }
  WARPLENS_MEMBER unsigned num_threads() const { return (unsigned)__popc(mask_); }
  WARPLENS_MEMBER unsigned size() const { return num_threads(); }
  WARPLENS_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
  WARPLENS_MEMBER unsigned meta_group_size() const { return meta_size_; }
  WARPLENS_MEMBER int any(int predicate) const { return __any_sync(mask_, predicate); }
  WARPLENS_MEMBER int all(int predicate) const { return __all_sync(mask_, predicate); }
  WARPLENS_MEMBER unsigned ballot(int predicate) const { return __warplens_packed(__ballot_sync(mask_, predicate), mask_); }
  template <typename T>
  WARPLENS_MEMBER unsigned match_any(T value) const {
    return __warplens_packed(__warplens_match(mask_, value), mask_);
  }
  template <typename T>
  WARPLENS_MEMBER unsigned match_all(T value, int& predicate) const {
    const unsigned same = __warplens_match(mask_, value);
    predicate = __all_sync(mask_, same == mask_);
    return predicate ? __warplens_packed(mask_, mask_) : 0;
  }
  template <typename T>
  WARPLENS_MEMBER T shfl(T value, unsigned rank) const {
    return __warplens_from_lane(mask_, value, __warplens_lane(mask_, rank % size()));
  }
  template <typename T>
  WARPLENS_MEMBER T shfl_down(T value, unsigned distance) const {
    const unsigned rank = thread_rank() + distance;
    return __warplens_from_lane(mask_, value, rank < size() ? __warplens_lane(mask_, rank) : __warplens_own_lane());
  }
  template <typename T>
  WARPLENS_MEMBER T shfl_up(T value, unsigned distance) const {
    const unsigned rank = thread_rank();
    return __warplens_from_lane(mask_, value, distance <= rank ? __warplens_lane(mask_, rank - distance) : __warplens_own_lane());
  }
  WARPLENS_MEMBER unsigned mask() const { return mask_; }  ///< ours

 private:
  unsigned mask_, meta_rank_, meta_size_;
};

/// `lanes` consecutive threads of a block: a power of two up to a warp.
template <unsigned lanes, typename Parent = void>
class thread_block_tile {
  static_assert(lanes > 0 && lanes <= 32 && (lanes & (lanes - 1)) == 0, "a tile is 1, 2, 4, 8, 16 or 32 threads");

 public:
  WARPLENS_MEMBER void sync() const { __syncwarp(mask()); }
  WARPLENS_MEMBER static unsigned thread_rank() { return thread_block::thread_rank() % lanes; }
  WARPLENS_MEMBER static constexpr unsigned num_threads() { return lanes; }
  WARPLENS_MEMBER static constexpr unsigned size() { return lanes; }
  WARPLENS_MEMBER unsigned meta_group_rank() const { return meta_rank_; }
  WARPLENS_MEMBER unsigned meta_group_size() const { return meta_size_; }
  WARPLENS_MEMBER int any(int predicate) const { return __any_sync(mask(), predicate); }
  WARPLENS_MEMBER int all(int predicate) const { return __all_sync(mask(), predicate); }
  WARPLENS_MEMBER unsigned ballot(int predicate) const { return __ballot_sync(mask(), predicate) >> first(); }
  template <typename T>
  WARPLENS_MEMBER unsigned match_any(T value) const {
    return __warplens_match(mask(), value) >> first();
  }
  template <typename T>
  WARPLENS_MEMBER unsigned match_all(T value, int& predicate) const {
    predicate = __all_sync(mask(), __warplens_match(mask(), value) == mask());
    return predicate ? mask() >> first() : 0;
  }
  template <typename T>
  WARPLENS_MEMBER T shfl(T value, int rank) const {
    return __warplens_words(value, [&](unsigned word) { return __shfl_sync(mask(), word, rank, (int)lanes); });
  }
  template <typename T>
  WARPLENS_MEMBER T shfl_down(T value, unsigned distance) const {
    return __warplens_words(value, [&](unsigned word) { return __shfl_down_sync(mask(), word, distance, (int)lanes); });
  }
  template <typename T>
  WARPLENS_MEMBER T shfl_up(T value, unsigned distance) const {
    return __warplens_words(value, [&](unsigned word) { return __shfl_up_sync(mask(), word, distance, (int)lanes); });
  }
  template <typename T>
  WARPLENS_MEMBER T shfl_xor(T value, unsigned bits) const {
    return __warplens_words(value, [&](unsigned word) { return __shfl_xor_sync(mask(), word, (int)bits, (int)lanes); });
  }
  WARPLENS_MEMBER operator coalesced_group() const { return coalesced_group(mask(), meta_rank_, meta_size_); }
  WARPLENS_MEMBER unsigned mask() const { return (0xffffffffu >> (32 - lanes)) << first(); }  ///< ours

  WARPLENS_MEMBER thread_block_tile(unsigned rank, unsigned groups) : meta_rank_(rank), meta_size_(groups) {}
  template <typename Other>
  WARPLENS_MEMBER thread_block_tile(const thread_block_tile<lanes, Other>& tile)
      : meta_rank_(tile.meta_group_rank()), meta_size_(tile.meta_group_size()) {}

 private:
  /// First lane of the tile.
  WARPLENS_MEMBER static unsigned first() { return __warplens_own_lane() & ~(lanes - 1); }

  unsigned meta_rank_, meta_size_;
};

/// A group of any type above, known only at run time: the lanes of a mask, or (mask 0) the block.
class thread_group {
 public:
  WARPLENS_MEMBER thread_group(const thread_block&) : mask_(0) {}
  WARPLENS_MEMBER thread_group(const coalesced_group& group) : mask_(group.mask()) {}
  template <unsigned lanes, typename Parent>
  WARPLENS_MEMBER thread_group(const thread_block_tile<lanes, Parent>& tile) : mask_(tile.mask()) {}

  WARPLENS_MEMBER void sync() const { mask_ == 0 ? thread_block::sync() : __syncwarp(mask_); }
  WARPLENS_MEMBER unsigned thread_rank() const { return mask_ == 0 ? thread_block::thread_rank() : __warplens_rank(mask_); }
  WARPLENS_MEMBER unsigned num_threads() const { return mask_ == 0 ? thread_block::num_threads() : (unsigned)__popc(mask_); }
  WARPLENS_MEMBER unsigned size() const { return num_threads(); }
  WARPLENS_MEMBER unsigned mask() const { return mask_; }  ///< ours

 private:
  unsigned mask_;
};
WARPLENS_DEVICE thread_group this_thread() { return coalesced_group(1u << __warplens_own_lane()); }

/// The lanes that execute this call together.
WARPLENS_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned lanes>
WARPLENS_DEVICE thread_block_tile<lanes, thread_block> tiled_partition(const thread_block& block) {
  return {block.thread_rank() / lanes, (block.size() + lanes - 1) / lanes};
}
template <unsigned lanes, unsigned parent_lanes, typename Parent>
WARPLENS_DEVICE thread_block_tile<lanes, thread_block_tile<parent_lanes, Parent>> tiled_partition(
    const thread_block_tile<parent_lanes, Parent>& parent) {
  static_assert(lanes <= parent_lanes, "a tile is no larger than what it is cut from");
  return {parent.thread_rank() / lanes, parent_lanes / lanes};
}
/// Divide the group into groups of `lanes` lanes, by rank.
WARPLENS_DEVICE coalesced_group tiled_partition(const coalesced_group& group, unsigned lanes) {
  const unsigned piece = group.thread_rank() / lanes;
  unsigned mask = 0;
  for (unsigned rank = piece * lanes; rank < (piece + 1) * lanes && rank < group.size(); ++rank)
    mask |= 1u << __warplens_lane(group.mask(), rank);
  return coalesced_group(mask, piece, (group.size() + lanes - 1) / lanes);
}
template <unsigned lanes>
WARPLENS_DEVICE coalesced_group tiled_partition(const coalesced_group& group) {
  return tiled_partition(group, lanes);
}
WARPLENS_DEVICE thread_group tiled_partition(const thread_group& group, unsigned lanes) {
  if (group.mask() != 0) return tiled_partition(coalesced_group(group.mask()), lanes);
  const unsigned first = __warplens_own_lane() & ~(lanes - 1);
  return coalesced_group((0xffffffffu >> (32 - lanes)) << first);
}

/// The lanes of the group with the same label.
template <typename Group, typename Label>
WARPLENS_DEVICE coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned same = __warplens_match(group.mask(), label);
  const unsigned leaders = __ballot_sync(group.mask(), __warplens_rank(same) == 0);
  return coalesced_group(same, __warplens_rank(leaders, same), (unsigned)__popc(leaders));
}
/// The lanes of the group with the same value of the predicate.
template <typename Group>
WARPLENS_DEVICE coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned yes = __ballot_sync(group.mask(), predicate);
  return coalesced_group(predicate ? yes : group.mask() & ~yes, predicate ? 1 : 0, 2);
}

template <typename Group>
WARPLENS_DEVICE void sync(const Group& group) {
  group.sync();
}
template <typename Group>
WARPLENS_DEVICE auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <typename Group>
WARPLENS_DEVICE auto group_size(const Group& group) -> decltype(group.size()) {
  return group.size();
}
/// Run a function in one thread of the group.
template <typename Group, typename Work, typename... Arguments>
WARPLENS_DEVICE void invoke_one(const Group& group, Work&& work, Arguments&&... arguments) {
  if (group.thread_rank() == 0) work(static_cast<Arguments&&>(arguments)...);
}

}  // namespace cooperative_groups
