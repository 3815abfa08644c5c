#pragma once

#include <cstdint>

#include "base/names.h"

namespace warplens::experiment {

/// The measure shown next to each line of the source. desk/run/line_costs.cpp has the texts and computes the numbers.
enum class LineMeasure : std::uint8_t {
  threads,         ///< how many threads read or wrote memory at the line
  instructions,    ///< warp instructions
  inactive_lanes,  ///< lanes without work, summed over warp instructions
  sectors,         ///< sectors of global memory
  conflicts,       ///< bank conflicts
  collisions,      ///< collisions of atomics
  waiting,         ///< cycles that warps waited, modelled
};

/// Ids in experiments, sessions and lessons.
inline constexpr base::Names<LineMeasure> line_measure_ids{{LineMeasure::threads, ""},
                                                           {LineMeasure::instructions, "instructions"},
                                                           {LineMeasure::inactive_lanes, "inactive-lanes"},
                                                           {LineMeasure::sectors, "sectors"},
                                                           {LineMeasure::conflicts, "conflicts"},
                                                           {LineMeasure::collisions, "collisions"},
                                                           {LineMeasure::waiting, "waiting"}};

}  // namespace warplens::experiment
