#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "simt/machine/block_queue.h"
#include "simt/parallel/claims.h"

namespace warplens::simt {

/// What the cores share that run one launch in parallel, each with multiprocessors of its own: who has touched which memory, and
/// the queue of blocks, which go to free multiprocessors in the order of time, whichever core finds them first.
class Cores {
 public:
  /// Between 2 and Claims::most_cores.
  Cores(std::uint32_t count, const GlobalMemory& memory) : claims(memory), count_(count) {}

  std::uint32_t count() const { return count_; }
  /// The core that runs a multiprocessor.
  std::uint32_t core_of(std::uint32_t multiprocessor) const { return multiprocessor % count_; }

  /// The launch has to be run by one machine: these would have to know of each other, or something failed.
  void give_up() { given_up_.store(true, std::memory_order_relaxed); }
  bool given_up() const { return given_up_.load(std::memory_order_relaxed); }
  /// The cores wait for each other too long, being busy with something else: one of them does the rest of all.
  bool one_does_all() const { return one_does_all_.load(std::memory_order_relaxed); }

  /// `core` does nothing before this turn (Turn::key) any more.
  void reach(std::uint32_t core, std::uint64_t turn) { reached_[core].turn.store(turn, std::memory_order_release); }
  /// A block leaves in the turn that `core` has reached: wait until all that left before, elsewhere, have been replaced. False if
  /// the cores do not go on.
  bool wait_for_others(std::uint32_t core);

  /// Whether blocks wait. To be asked for by the core that has the earliest turn, and given back before its next.
  bool take_queue(BlockQueue& queue) const;
  void put_queue(const BlockQueue& queue, std::uint64_t blocks);

  Claims claims;

 private:
  void rest_for(std::uint32_t other);

  struct alignas(64) Reached {
    std::atomic<std::uint64_t> turn{0};
  };

  std::uint32_t count_;
  std::atomic<bool> given_up_{false}, one_does_all_{false};
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::atomic<std::chrono::steady_clock::rep> stood_still_{0};  ///< so long a core has slept while another did not go on
  std::array<Reached, Claims::most_cores> reached_;
  std::atomic<bool> empty_{false};  ///< no block waits
  BlockQueue queue_;                ///< of the core that has the earliest turn
};

/// The part of a launch that one of several machines runs.
struct CoreShare {
  Cores* cores = nullptr;  ///< null where one machine runs the whole launch
  std::uint32_t core = 0;

  bool is_mine(std::uint32_t multiprocessor) const { return cores == nullptr || cores->core_of(multiprocessor) == core; }
};

}  // namespace warplens::simt
