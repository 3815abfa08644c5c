#pragma once

#include <cstdint>
#include <string>

#include "desk/run/run_tables.h"
#include "desk/source/line_measures.h"

namespace warplens::desk {

/// A line's cost, and its share of the cost of the costliest line, 0 … 1.
struct LineCost {
  std::uint64_t number = 0;
  float share = 0;
};
/// Return the cost of a CUDA source line in a measure other than LineMeasure::threads; zero for a line that never ran.
LineCost line_cost(const RunTables& shown, LineMeasure measure, std::uint32_t line);

/// State all measures of a line in a sentence; empty if the line never ran or nothing was counted.
std::string line_sentence(const RunTables& shown, std::uint32_t line);

}  // namespace warplens::desk
