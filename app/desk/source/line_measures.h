#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "launch/launch_result.h"

namespace warplens::desk {

/// A measure shown beside the source lines: a cost per line, summed over its instructions.
struct LineMeasure {
  const char* id;       ///< in session files
  const char* label;    ///< in the list, with the unit
  const char* unit;     ///< after a number
  const char* tooltip;  ///< definition and limits of the measure
  launch::Origin origin;
  std::uint64_t (*of)(const launch::Tally& tally);
};
/// List all measures, in the order of the list that people choose from.
std::span<const LineMeasure> line_measures();

/// Return the measure with this id; for an unknown id the first measure.
const LineMeasure& line_measure(std::string_view id);
/// Return the id of the next measure: "" (none) after the last, then the first again.
const char* next_line_measure(std::string_view id);

}  // namespace warplens::desk
