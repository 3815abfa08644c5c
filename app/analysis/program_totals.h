#pragma once

#include <cstdint>

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

}  // namespace warplens::analysis
