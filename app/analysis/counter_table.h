#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "launch/launch_result.h"

// Names of a launch's counters, for every place that lists them: JSON, sweeps, plots.

namespace warplens::analysis {

/// One counter of a launch, or a sum of several counters.
struct Count {
  std::string_view id;     ///< key in JSON: "global_sectors"
  std::string_view label;  ///< for people: "32-byte sectors"
  std::string_view unit;   ///< "cycles" or "bytes"; empty if the label says what is counted
  launch::Origin origin;
  bool known_anywhere;  ///< on any machine: it follows from the launch's geometry; false: on the SIMT machine only
  std::uint64_t (*of)(const launch::Counters&);
};
std::span<const Count> counts();

/// A ratio of counters (analysis/efficiency.h), counted; nothing if the divisor is 0.
struct Ratio {
  std::string_view id, label;
  std::optional<double> (*of)(const launch::Counters&);
};
std::span<const Ratio> ratios();

}  // namespace warplens::analysis
