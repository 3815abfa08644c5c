#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

#include "simt/machine/common_state.h"
#include "simt/machine/memory/claims.h"
#include "simt/machine/schedule/turns.h"

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

/// Keeps the cores that run one launch in parallel in step: holds the state shared by their machines, and how far each has come.
/// A core runs ahead of the others on its own; it waits
/// - before its first use of the L2 cache in an interval, until the others have completed their turns before the interval;
/// - when a block ends, until no block can end earlier on other cores: blocks go to free multiprocessors in time order.
///
/// Core 0 is the caller's thread, the others are helpers. Nobody waits for a helper that the system does not let run: it is asked
/// to park before its next turn, and core 0 runs its turns, too.
class Cores final : public CommonState {
 public:
  /// `count`: between 2 and Claims::max_cores. `watched`: the launch is checked or traced, and so takes several times as long.
  Cores(std::uint32_t count, const GlobalMemory& memory, const DeviceSpec& spec, bool watched);

  /// From now on several threads run the launch, until end_together(). Before the helpers begin, every core has to reach() its
  /// next turn. At other times one thread runs the turns of all cores, in an order in which none has to wait. `issued`: warp
  /// instructions so far; `alone`: warp instructions per second so far. `run_turn_of`: runs the next turn of a parked core.
  void begin_together(double alone, std::uint64_t issued, std::function<void(std::uint32_t)> run_turn_of);
  /// One thread runs everything again. Call it only when every turn that is left is later than all turns that have run.
  void end_together();
  /// Whether several threads run the launch, so that cores have to reach() turns and wait for each other.
  bool are_together() const { return together_; }
  /// Decide whether going on together is worth it. Core 0 calls it now and then while it runs.
  void judge();

  void give_up() override;
  bool given_up() const { return given_up_.load(std::memory_order_relaxed); }
  /// Whether a core has to stop before its next turn, because core 0 runs its turns from then on.
  bool is_to_park(std::uint32_t core) const { return core != 0 && one_does_all(); }
  /// Whether core 0 runs the turns of all cores, or soon will, because the helpers were no help.
  bool one_does_all() const { return one_does_all_.load(std::memory_order_relaxed); }
  /// `core` has stopped before its next turn: everything it did is visible to core 0.
  void park(std::uint32_t core);
  /// Whether all helpers have parked: core 0 runs the turns of all cores.
  bool all_parked() const;
  /// Core 0 calls it when its own share is complete. If one_does_all(), it runs the turns of parked cores until all have parked:
  /// a core that has not may be waiting for one that has.
  void run_until_all_parked();

  /// Whether another core may be waiting for `core` to reach() this turn. A core that is about to wait for others, or to stop,
  /// calls reach() in any case, since another may be waiting for it.
  bool is_awaited(std::uint32_t core, Turn turn) const {
    const Reached& reached = reached_[core];
    return turn.time >= reached.interval_end || reached.ends_awaited.load(std::memory_order_relaxed) != 0;
  }
  /// Publish that `core` has completed all turns before this one (Turn::key), that none of its blocks ends before cycle
  /// `no_end_before`, and how many warp instructions it has executed. Variables that other cores read are written as rarely as
  /// possible: each write has to travel between their caches.
  void reach(std::uint32_t core, std::uint64_t turn, std::uint64_t no_end_before, std::uint64_t issued) {
    reached_[core].issued.store(issued, std::memory_order_relaxed);
    reached_[core].no_end_before.store(no_end_before, std::memory_order_release);
    reached_[core].turn.store(turn, std::memory_order_release);
    reached_[core].interval_end = L2Cache::end_of_interval(turn >> Turn::slot_bits);
    if (asleep_.load(std::memory_order_relaxed) != 0) wake(core);
  }
  /// A block ends in this turn of `core`: wait until all blocks that ended earlier on other cores have been replaced. False if
  /// the parallel run was abandoned.
  bool wait_for_blocks(std::uint32_t core, Turn turn);

  SharedBudget trace_budget;

 private:
  /// How far a core has come. Only that core writes it, except `ends_awaited`.
  struct alignas(64) Reached {
    std::atomic<std::uint64_t> turn{0}, no_end_before{0}, issued{0};
    alignas(64) std::uint64_t interval_end = 0;  ///< end of the L2 cache's interval that contains `turn`
    std::atomic<std::uint32_t> ends_awaited{0};  ///< cores that wait until none of its blocks ends before their turn: number
  };
  /// A core waits until another has reached `turn`, or, with `or_no_end`, until none of its blocks ends before that turn's cycle.
  struct Awaited {
    std::uint32_t other = 0;
    std::uint64_t turn = 0;
    bool or_no_end = false;
  };

  std::uint64_t issued() const;
  bool begin_interval(std::uint32_t core, std::uint64_t begin) override;
  bool has_come(const Awaited& awaited) const;
  bool core_0_runs(std::uint32_t core) const;
  bool run_parked_before(std::uint64_t turn);
  bool await(std::uint32_t core, const Awaited& awaited);
  void wait(std::uint32_t core, const Awaited& awaited);
  void sleep(std::uint32_t core, const Awaited& awaited);
  void wake(std::uint32_t core);

  bool together_ = false;  ///< changes only while one thread runs the launch
  int slower_;             ///< factor by which trials are longer, because the launch is watched
  std::function<void(std::uint32_t)> run_turn_of_;
  std::chrono::steady_clock::time_point began_;
  std::chrono::steady_clock::duration waited_{};  ///< time that core 0 has waited for others since `began_`
  std::uint64_t issued_before_ = 0;               ///< warp instructions before `began_`
  double alone_ = 0;                              ///< warp instructions per second before `began_`
  int trials_ = 0;                                ///< comparisons with `alone_` so far, at most two

  alignas(64) std::atomic<bool> given_up_{false};
  std::atomic<bool> one_does_all_{false};
  std::atomic<std::uint32_t> asleep_{0};  ///< number of cores
  std::array<Reached, Claims::max_cores> reached_;
  std::array<std::atomic<bool>, Claims::max_cores> parked_{};

  alignas(64) std::mutex mutex_;                       ///< guards sleeping_, and the advance of the L2 cache
  std::array<Awaited, Claims::max_cores> sleeping_{};  ///< per core; turn 0: awake
  std::array<std::condition_variable, Claims::max_cores> woken_;
};

}  // namespace warplens::simt
