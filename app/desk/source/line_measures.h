#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "analysis/tallies.h"
#include "desk/run/run_tables.h"
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
std::span<const LineMeasure> line_measures();

/// The measure with this id; the first for any other.
const LineMeasure& line_measure(std::string_view id);
/// The id of the next measure: "" (none) after the last, then the first again.
const char* next_line_measure(std::string_view id);

/// A line's number and its share of the costliest line's, 0 … 1.
struct LineCost {
  std::uint64_t number = 0;
  float share = 0;
};
LineCost line_cost(const RunTables& shown, const LineMeasure& measure, std::uint32_t line);

/// All measures of a line, as a sentence; empty if it never ran or nothing was counted.
std::string line_sentence(const RunTables& shown, std::uint32_t line);

}  // namespace warplens::desk
