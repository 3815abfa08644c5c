#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "launch/arguments/value.h"
#include "launch/launch_result.h"
#include "launch/schedule/schedule_record.h"

namespace warplens::launch {

/// What a search of schedules is to attack: one element of one output of a launch.
struct SearchTarget {
  std::size_t output = 0;     ///< among the Buffer arguments, in their order
  std::uint64_t element = 0;  ///< of that buffer
  bool operator==(const SearchTarget&) const = default;
};

/// An outcome and the schedule that shows it: a launch with Schedule::recorded and `schedule` gives it again.
struct Extreme {
  Scalar value;
  std::shared_ptr<const ScheduleRecord> schedule;
  std::string strategy;  ///< how it was found, for people
};

/// A schedule under which the launch fails, as a deadlock does.
struct FailingSchedule {
  Fault fault;
  std::uint64_t step_limit = 0;  ///< the Launch::step_limit under which it failed
  std::shared_ptr<const ScheduleRecord> schedule;
  std::string strategy;
};

/// What the schedules that were tried gave.
struct SearchResult {
  std::optional<Extreme> smallest, largest;  ///< absent where no schedule ran to its end
  std::optional<FailingSchedule> failure;    ///< the first one found
  std::uint64_t schedules = 0;               ///< tried
  bool cancelled = false;
};

}  // namespace warplens::launch
