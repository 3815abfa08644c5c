#pragma once

#include "launch/costs/stream_timeline.h"

namespace warplens::analysis {

/// What a timeline of streams adds up to, milliseconds.
struct StreamTotals {
  double span = 0;                               ///< from the begin of the first task to the end of the last
  double copy_in = 0, kernel = 0, copy_out = 0;  ///< time in which at least one task of the kind ran
  double sum() const { return copy_in + kernel + copy_out; }
  /// How many kinds ran at a time, on the average: 1 where nothing overlapped, 3 at best. 0 without tasks.
  double overlap() const { return span > 0 ? sum() / span : 0; }
};

/// Waiting for a copy engine does not count. A task of a kind that overlaps another of the same kind counts once: kernels share
/// the multiprocessors.
StreamTotals stream_totals(const launch::StreamTimeline& timeline);

}  // namespace warplens::analysis
