#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "simt/machine/memory/claims.h"

namespace warplens::simt {

/// Tracks how much of a trace's budget several cores have used together. Without it, each core could record as much as the whole
/// budget; with it, each stops soon after the turn at which the common budget ends.
class SharedBudget {
 public:
  /// Whether all cores together have used up the budget before a turn. `core` calls it before its next turn, which begins at
  /// cycle `time`, when it has recorded `used` bytes.
  bool is_used_up(std::uint32_t core, std::uint64_t time, std::uint64_t used, std::uint64_t budget) {
    of_core_[core].time.store(time, std::memory_order_relaxed);
    of_core_[core].used.store(used, std::memory_order_release);
    if (time > used_up_at_.load(std::memory_order_relaxed)) return true;
    for (std::uint32_t other = 0; other < of_core_.size(); ++other) {
      if (other == core) continue;
      const std::uint64_t of_other = of_core_[other].used.load(std::memory_order_acquire);
      if (of_core_[other].time.load(std::memory_order_relaxed) < time) used += of_other;
    }
    if (used < budget) return false;
    used_up_at_.store(time, std::memory_order_relaxed);
    return true;
  }

 private:
  /// Only the core itself writes it, the time first.
  struct alignas(64) OfCore {
    std::atomic<std::uint64_t> time{0}, used{0};
  };
  std::array<OfCore, Claims::max_cores> of_core_;
  std::atomic<std::uint64_t> used_up_at_{~std::uint64_t{0}};  ///< the budget is used up before turns after this cycle
};

}  // namespace warplens::simt
