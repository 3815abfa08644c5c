#pragma once

#include <cstdint>

#include "launch/recording/recording.h"

namespace warplens::analysis {

/// What a recorded program's time went to, modelled. Times during which several kernels (or copies) ran count once.
struct ProgramTotals {
  double end_ms = 0;                             ///< when its last call had returned and its last work was done
  double kernels_ms = 0;                         ///< during which a kernel ran
  double copies_ms = 0;                          ///< during which a copy was made
  double waited_ms = 0;                          ///< during which the host waited in a call
  std::uint64_t copies = 0;                      ///< calls that copied
  std::uint64_t allocated = 0, never_freed = 0;  ///< allocations, without variables
};

/// Best case: a recording of the whole program. Cost: a sort of the calls.
ProgramTotals program_totals(const launch::ProgramRecording& program);

/// Whether memory was allocated by the program and is still allocated at its end.
bool is_never_freed(const launch::RecordedAllocation& allocation);

}  // namespace warplens::analysis
