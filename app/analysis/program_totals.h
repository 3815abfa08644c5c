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

/// Cost: sorting the calls that launched or copied by their beginning.
ProgramTotals program_totals(const launch::ProgramRecording& program);

/// How long the host waited in a call for work to end: in one that waits, frees or allocates, and in a copy that returns when it
/// is done. Other calls return once they have put their work into a stream; what that takes is not waiting.
double waited_ms(const launch::RecordedCall& call);

/// Whether it is a variable, which is there as long as the program: `__device__`, `__constant__` or `__managed__`.
bool is_variable(const launch::RecordedAllocation& allocation);

/// Whether memory was allocated by the program and is still allocated at its end.
bool is_never_freed(const launch::RecordedAllocation& allocation);

}  // namespace warplens::analysis
