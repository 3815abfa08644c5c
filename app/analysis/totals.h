#pragma once

#include <cstdint>

#include "launch/costs/streams.h"
#include "launch/recording/recording.h"

namespace warplens::analysis {

/// How a recorded program spent its time, modelled. Time during which several kernels (or copies) ran counts once.
struct ProgramTotals {
  double end_ms = 0;                             ///< time at which its last call had returned and its last work was done
  double kernels_ms = 0;                         ///< time during which a kernel ran
  double copies_ms = 0;                          ///< time during which a copy was made
  double waited_ms = 0;                          ///< time during which the host waited in a call
  std::uint64_t copies = 0;                      ///< calls that copy
  std::uint64_t allocated = 0, never_freed = 0;  ///< allocations, without variables
};

/// Cost: sorting the calls that launched or copied by their beginning.
ProgramTotals program_totals(const launch::ProgramRecording& program);

/// How long the host waited in the call for work to end. Calls that wait, free or allocate count, and copies that return when
/// they are done. Other calls only put their work into a stream; the time that this takes is not waiting.
double waited_ms(const launch::RecordedCall& call);

/// Whether the allocation is a `__device__`, `__constant__` or `__managed__` variable, which lives as long as the program.
bool is_variable(const launch::RecordedAllocation& allocation);

/// Whether memory was allocated by the program and is still allocated at its end.
bool is_never_freed(const launch::RecordedAllocation& allocation);

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
