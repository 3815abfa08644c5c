#pragma once

#include <cstdint>
#include <vector>

#include "launch/device.h"
#include "simt/machine/schedule/adversary.h"
#include "simt/machine/schedule/prepared.h"
#include "simt/machine/schedule/strategy.h"

namespace warplens::simt {

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
