#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "desk/run/run_tables.h"
#include "experiment/experiment.h"
#include "launch/launch_result.h"

namespace warplens::desk {

using experiment::LineMeasure;

/// A measure that is a cost of a line, summed over its instructions: all but LineMeasure::threads.
struct LineMeasureRow {
  LineMeasure measure;
  const char* label;    ///< name in the list, with the unit
  const char* unit;     ///< after a number
  const char* tooltip;  ///< definition and limits of the measure
  launch::Origin origin;
  std::uint64_t (*of)(const launch::Tally& tally);
};
/// List all these measures, in the order of the enumeration, which is also the order in the user's list.
std::span<const LineMeasureRow> line_measures();

/// Return the row of a measure other than LineMeasure::threads.
const LineMeasureRow& row_of(LineMeasure measure);

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
