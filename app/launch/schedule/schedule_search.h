#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "launch/arguments/value.h"
#include "launch/launch_result.h"
#include "launch/schedule/schedule_record.h"

namespace warplens::launch {

/// Target of a schedule search: one element of one output of a launch.
struct SearchTarget {
  std::size_t output = 0;     ///< index among the Buffer arguments
  std::uint64_t element = 0;  ///< index in that buffer
  bool operator==(const SearchTarget&) const = default;
};

/// An extreme value and the schedule that produces it: a launch with Schedule::recorded and `schedule` reproduces it.
struct Extreme {
  Scalar value;
  std::shared_ptr<const ScheduleRecord> schedule;
  std::string strategy;  ///< how the search found it, as text for people
};

/// A schedule under which the launch fails, for example by a deadlock.
struct FailingSchedule {
  Fault fault;
  std::uint64_t step_limit = 0;  ///< the Launch::step_limit under which it failed
  std::shared_ptr<const ScheduleRecord> schedule;
  std::string strategy;
};

/// Result of a schedule search.
struct SearchResult {
  std::optional<Extreme> smallest, largest;  ///< absent if no schedule ran to the end
  std::optional<FailingSchedule> failure;    ///< the first failure found
  std::uint64_t schedules = 0;               ///< number of schedules tried
  bool cancelled = false;
};

}  // namespace warplens::launch
