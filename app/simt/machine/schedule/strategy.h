#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "launch/device.h"
#include "simt/machine/schedule/adversary.h"
#include "simt/machine/schedule/prepared.h"

namespace warplens::simt {

/// A warp that can take a turn, as seen by a strategy.
struct Candidate {
  std::uint32_t warp = 0;     ///< linear index in the grid
  bool reads = false;         ///< its next observable operation is a plain load
  bool touches = false;       ///< its next operation accesses the target element
  std::uint64_t touched = 0;  ///< its accesses to the target element so far
};

/// A scheduling rule: returns an index into the candidates, which are never empty and sorted by waiting time, longest first. May
/// be stateful; valid for one run.
struct Strategy {
  std::string name;  ///< display name: "warp 3 is held back"
  std::function<std::size_t(std::span<const Candidate>)> choose;
};

/// Round-robin, one operation each.
Strategy in_turns();
/// One warp after the other, each to its end, in ascending order of index (`lowest_first`) or descending order.
Strategy one_by_one(bool lowest_first);
/// All loads before any other operation: every warp reads the old values.
Strategy loads_first();
/// As few loads as possible before other operations.
Strategy loads_last();
/// Warp `held` reads the element, waits until all others have ended, and only then writes.
Strategy hold_back(std::uint32_t held);
/// The classical schedule that makes a counter, incremented k > 1 times by each warp, end with its minimum of 2: `held` reads 0;
/// the others run to their ends, except that `last` stops before its last read; `held` writes 1, which `last` reads; `held` runs
/// to its end; `last` writes 2. `accesses`: how often `last` accesses the element in all.
Strategy hold_back_two(std::uint32_t held, std::uint32_t last, std::uint64_t accesses);
/// Uniformly random.
Strategy at_random(std::uint64_t seed);
/// Random priorities, with `depth` - 1 random change points among `operations`: there, the running warp gets the lowest priority.
/// If a bug needs `depth` operations in some order, it is found with a probability of at least 1 / (warps · operations^(depth-1))
/// (Burckhardt, Kothari, Musuvathi, Nagarakatti, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS
/// 2010).
Strategy by_priority(std::uint64_t seed, std::uint32_t depth, std::uint64_t operations);
/// The warps in `order`, one operation each, skipping warps that cannot run; round-robin after its end.
Strategy in_order(std::vector<std::uint32_t> order);

/// The k-th argument that is a Buffer, or null.
const launch::Buffer* buffer_argument(const launch::Launch& launch, std::size_t k);

/// Runs a launch repeatedly, each time under another strategy, and counts the operations of its warps.
class Drive {
 public:
  Drive(const Prepared& prepared, const Target& target, launch::Progress& progress);

  /// Count a run as hung after so many warp instructions in which no block ended.
  void set_step_limit(std::uint64_t instructions);
  std::uint64_t step_limit() const { return prepared_.launch.step_limit; }

  /// Run to the end, a fault or cancellation; the result contains the schedule. Warps that have executed far more than in the
  /// reference run get turns, round-robin, only when no other warp can run: so spinning on a lock whose holder is held back does
  /// not count as a deadlock.
  launch::LaunchResult run(Strategy& strategy);

  /// Use the last run, made with the strategy in_turns(), as the reference run. From now on, a run many times longer counts as
  /// hung.
  void learn();
  std::uint64_t operations() const { return operations_; }  ///< observable operations of all warps in the reference run
  std::vector<std::uint32_t> touching_warps() const;        ///< warps that access the target
  std::uint64_t accesses(std::uint32_t warp) const { return usual_[warp].touches; }  ///< number of accesses to the target

 private:
  struct Done {
    std::uint64_t operations = 0, touches = 0;
  };

  Prepared prepared_;
  launch::Progress& progress_;
  std::size_t output_;
  std::uint64_t element_;
  std::vector<Done> done_, usual_;  ///< per warp: in the last run, in the reference run
  std::uint64_t operations_ = 0, instructions_ = 0;
  bool learnt_ = false;
};

}  // namespace warplens::simt
