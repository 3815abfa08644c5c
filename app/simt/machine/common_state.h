#pragma once

#include <atomic>
#include <cstdint>

#include "simt/machine/caches/caches.h"
#include "simt/machine/memory/claims.h"

namespace warplens::simt {

/// Blocks not yet assigned to a multiprocessor.
struct BlockQueue {
  std::uint64_t next = 0;   ///< the next block: linear index in the grid
  std::uint64_t ready = 0;  ///< first cycle in which it can be launched
};

/// State shared by the machines of one launch when several cores of the host run it, each with its own multiprocessors: the
/// claims of cores on memory, the L2 cache, and the queue of blocks. The subclass in simt/parallel implements how cores wait for
/// each other.
class CommonState {
 public:
  CommonState(const CommonState&) = delete;
  CommonState& operator=(const CommonState&) = delete;
  virtual ~CommonState() = default;

  std::uint32_t count() const { return count_; }
  /// The core that runs a multiprocessor.
  std::uint32_t core_of(std::uint32_t multiprocessor) const { return multiprocessor % count_; }

  /// Abandon the parallel run: blocks depend on each other or something failed, and one machine has to run the launch.
  virtual void give_up() = 0;

  /// Call before `core` uses the L2 cache in the cache's interval that begins at cycle `begin`: waits until the other cores have
  /// completed their turns before that interval. False if the parallel run was abandoned.
  bool wait_for_interval(std::uint32_t core, std::uint64_t begin) {
    return interval_.load(std::memory_order_acquire) == begin || begin_interval(core, begin);
  }

  /// Take the queue; false if no blocks are queued. Only the core with the earliest turn may call it, and must give the queue
  /// back before its next turn.
  bool take_queue(BlockQueue& queue) const {
    if (empty_.load(std::memory_order_relaxed)) return false;
    queue = queue_;
    return true;
  }
  /// Give the queue back. `blocks`: number of blocks of the whole launch.
  void put_queue(const BlockQueue& queue, std::uint64_t blocks) {
    queue_ = queue;
    if (queue.next == blocks) empty_.store(true, std::memory_order_relaxed);
  }

  Claims claims;
  L2Cache l2;

 protected:
  /// For `count` cores: between 2 and Claims::max_cores.
  CommonState(std::uint32_t count, const GlobalMemory& memory, const DeviceSpec& spec)
      : claims(memory), l2(spec, count), count_(count) {
    for (const Allocation& allocation : memory.allocations())
      l2.add_allocation(memory.slot_of(allocation), allocation.window.size);
  }

  /// Whether all blocks have left the queue.
  bool queue_is_empty() const { return empty_.load(std::memory_order_relaxed); }
  /// The L2 cache has advanced to the interval that begins at cycle `begin`.
  void set_interval(std::uint64_t begin) { interval_.store(begin, std::memory_order_release); }

 private:
  /// Slow path of wait_for_interval(): no core has used the cache in this interval yet.
  virtual bool begin_interval(std::uint32_t core, std::uint64_t begin) = 0;

  const std::uint32_t count_;
  alignas(64) std::atomic<std::uint64_t> interval_{0};  ///< first cycle of the L2 cache's interval
  alignas(64) std::atomic<bool> empty_{false};          ///< no block is queued
  BlockQueue queue_;                                    ///< owned by the core with the earliest turn
};

/// Share of a launch: the part that one machine runs.
struct CoreShare {
  CommonState* common = nullptr;  ///< null if one machine runs the whole launch
  std::uint32_t core = 0;

  /// How many machines run the launch.
  std::uint32_t count() const { return common != nullptr ? common->count() : 1; }
  bool is_mine(std::uint32_t multiprocessor) const { return common == nullptr || common->core_of(multiprocessor) == core; }
};

}  // namespace warplens::simt
