#pragma once

#include "launch/costs/stream_timeline.h"

namespace warplens::analysis {

/// Totals of a timeline of streams, milliseconds.
struct StreamTotals {
  double span = 0;                               ///< from the begin of the first task to the end of the last
  double copy_in = 0, kernel = 0, copy_out = 0;  ///< time during which at least one task of the kind ran
  double sum() const { return copy_in + kernel + copy_out; }
  /// Average number of kinds that run at a time: 1 without overlap, 3 at best; 0 without tasks.
  double overlap() const { return span > 0 ? sum() / span : 0; }
};

/// Add up the times. Time during which two tasks of one kind overlap counts once, since kernels share the multiprocessors. Time
/// spent waiting for a copy engine does not count.
StreamTotals stream_totals(const launch::StreamTimeline& timeline);

}  // namespace warplens::analysis
