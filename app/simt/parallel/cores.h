#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>

#include "simt/caches/l2_cache.h"
#include "simt/machine/block_queue.h"
#include "simt/parallel/claims.h"

namespace warplens::simt {

/// State shared by the cores that run one launch in parallel, each with its own multiprocessors: which core has touched which
/// memory, and the queue of blocks. Blocks go to free multiprocessors in time order, whichever core frees one first.
class Cores {
 public:
  /// `count`: between 2 and Claims::most_cores.
  Cores(std::uint32_t count, const GlobalMemory& memory, const DeviceSpec& spec);

  std::uint32_t count() const { return count_; }
  /// The core that runs a multiprocessor.
  std::uint32_t core_of(std::uint32_t multiprocessor) const { return multiprocessor % count_; }

  /// Abandon the parallel run: blocks depend on each other or something failed, and one machine has to run the launch.
  void give_up() { given_up_.store(true, std::memory_order_relaxed); }
  bool given_up() const { return given_up_.load(std::memory_order_relaxed); }
  /// Whether the cores wait for each other too long because the host is busy, so that one core runs the rest for all.
  bool one_does_all() const { return one_does_all_.load(std::memory_order_relaxed); }

  /// `core` has completed all turns before this one (Turn::key).
  void reach(std::uint32_t core, std::uint64_t turn) { reached_[core].turn.store(turn, std::memory_order_release); }
  /// A block ends in the turn that `core` has reached: wait until all blocks that ended earlier on other cores have been
  /// replaced. False if the parallel run was abandoned.
  bool wait_for_others(std::uint32_t core);

  /// The next turn of `core` is at `time`, after the current interval of the L2 cache: wait until no core has a turn left in it,
  /// then begin the interval of the earliest. False if the parallel run was abandoned.
  bool wait_for_interval(std::uint32_t core, std::uint64_t time);
  /// `core` has no more turns.
  void leave(std::uint32_t core);

  /// Whether blocks are queued. Called only by the core with the earliest turn, which must give the queue back before its next
  /// turn.
  bool take_queue(BlockQueue& queue) const;
  void put_queue(const BlockQueue& queue, std::uint64_t blocks);

  Claims claims;
  L2Cache l2;

 private:
  void advance_if_all_wait();
  void rest_for(std::uint32_t other);

  struct alignas(64) Reached {
    std::atomic<std::uint64_t> turn{0};
  };

  std::uint32_t count_;
  std::atomic<bool> given_up_{false}, one_does_all_{false};
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::atomic<std::chrono::steady_clock::rep> stood_still_{0};  ///< longest time a core has slept while another made no progress
  std::array<Reached, Claims::most_cores> reached_;
  std::mutex waiting_;                                    ///< guards next_ and the advance of the L2 cache
  std::array<std::uint64_t, Claims::most_cores> next_{};  ///< per core: the turn it waits for, 0 while it runs
  std::atomic<std::uint64_t> advances_{0};                ///< number of intervals begun
  std::atomic<bool> empty_{false};  ///< no block is queued
  BlockQueue queue_;                ///< owned by the core with the earliest turn
};

/// The share of a launch that one of several machines runs.
struct CoreShare {
  Cores* cores = nullptr;  ///< null if one machine runs the whole launch
  std::uint32_t core = 0;

  bool is_mine(std::uint32_t multiprocessor) const { return cores == nullptr || cores->core_of(multiprocessor) == core; }
};

}  // namespace warplens::simt
