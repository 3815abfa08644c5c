#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "launch/device.h"
#include "launch/launch.h"
#include "launch/launch_result.h"
#include "simt/device_spec.h"

namespace warplens::simt {

/// What the adversary is to attack: one element of one output of a launch.
struct Target {
  std::size_t output = 0;     ///< among the Buffer arguments, in their order
  std::uint64_t element = 0;  ///< of that buffer
};

/// An outcome and the schedule that shows it: a launch with Schedule::recorded and `schedule` gives it again.
struct Extreme {
  launch::Scalar value;
  std::shared_ptr<const launch::ScheduleRecord> schedule;
  std::string strategy;  ///< how it was found, for people
};

/// A schedule under which the launch fails, as a deadlock does.
struct Failure {
  launch::Fault fault;
  std::uint64_t step_limit = 0;  ///< the Launch::step_limit under which it failed
  std::shared_ptr<const launch::ScheduleRecord> schedule;
  std::string strategy;
};

struct SearchResult {
  std::optional<Extreme> smallest, largest;  ///< absent where no schedule ran to its end
  std::optional<Failure> failure;            ///< the first one found
  std::uint64_t schedules = 0;               ///< tried
  bool cancelled = false;
};

/// Search at most `schedules` schedules of `launch` for the smallest and the largest final value of the target, without model of
/// time, warp by warp, with a turn per operation that others can see. First what is known to be cruel (one after the other, all
/// loads first, a warp held back between its load and its store), then random orders and priorities, then changes to the best
/// orders found. A search, not a proof: what it finds can happen, what it does not find may happen too. Lanes of one warp go as
/// the machine lets them. A value that is not a number counts as neither. Deterministic: the same launch, seed and number give
/// the same answer. Its schedules are bounded: one that takes far more instructions than the launch in turns fails at the step
/// limit. Errors: a launch that cannot start, a target outside the outputs.
base::Result<SearchResult> search_schedules(const launch::Launch& launch, const Target& target, std::uint64_t schedules,
                                            launch::Progress& progress, const DeviceSpec& spec = two_sm_toy());

}  // namespace warplens::simt
