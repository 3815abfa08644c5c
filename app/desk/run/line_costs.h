#pragma once

#include <cstdint>
#include <string>

#include "desk/run/run_tables.h"
#include "desk/source/line_measures.h"

namespace warplens::desk {

/// A line's number and its share of the costliest line's, 0 … 1.
struct LineCost {
  std::uint64_t number = 0;
  float share = 0;
};
LineCost line_cost(const RunTables& shown, const LineMeasure& measure, std::uint32_t line);

/// All measures of a line, as a sentence; empty if it never ran or nothing was counted.
std::string line_sentence(const RunTables& shown, std::uint32_t line);

}  // namespace warplens::desk
