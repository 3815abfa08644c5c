#pragma once

#include <cstdint>
#include <vector>

#include "launch/device.h"
#include "simt/schedule/adversary.h"
#include "simt/schedule/prepared.h"
#include "simt/schedule/strategy.h"

namespace warplens::simt {

/// The k-th Buffer among the arguments, or null.
const launch::Buffer* buffer_argument(const launch::Launch& launch, std::size_t k);

/// Runs a launch again and again, each time under another strategy, and counts what its warps do.
class Drive {
 public:
  Drive(const Prepared& prepared, const Target& target, launch::Progress& progress);

  /// Warp instructions after which a run counts as hung.
  void set_step_limit(std::uint64_t instructions);
  std::uint64_t step_limit() const { return prepared_.launch.step_limit; }

  /// To the end, a fault or cancellation; with the record of the schedule. So that a lock whose holder is not let on does not
  /// count as a deadlock, a warp that has done far more than in the run learnt from goes only in turns with others like it.
  launch::LaunchResult run(Strategy& strategy);

  /// Take the last run, with the strategy in_turns(), as what the launch usually does. From now on a run counts as hung when it
  /// is many times longer.
  void learn();
  std::uint64_t operations() const { return operations_; }  ///< visible, of all warps, in the run learnt from
  std::vector<std::uint32_t> touching_warps() const;        ///< that access the target
  std::uint64_t accesses(std::uint32_t warp) const { return usual_[warp].touches; }  ///< to the target

 private:
  struct Done {
    std::uint64_t operations = 0, touches = 0;
  };

  Prepared prepared_;
  launch::Progress& progress_;
  std::size_t output_;
  std::uint64_t element_;
  std::vector<Done> done_, usual_;  ///< per warp: in the last run, in the run learnt from
  std::uint64_t operations_ = 0, instructions_ = 0;
  bool learnt_ = false;
};

}  // namespace warplens::simt
