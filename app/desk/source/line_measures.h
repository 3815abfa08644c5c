#pragma once

#include <cstdint>
#include <span>

#include "experiment/line_measure.h"
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

}  // namespace warplens::desk
