#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/code/execute/operation.h"

namespace warplens::simt::native {

/// A load performed by machine code but not yet reported to the check.
struct UncheckedLoad {
  std::uint64_t lowest = 0;  ///< lowest address of the lanes; the load's AccessPattern has the others relative to it
  std::uint32_t pc = 0;      ///< instruction index in the program
};

/// The shared memory of a block, for machine code that loads from it without a call, and the effects of these loads.
///
/// Machine code leaves a load to PathCall::load if
/// - it is out of bounds or misaligned,
/// - its lanes' distances from the lowest address differ from those in its AccessPattern, or are irregular (LaneLayout),
/// - its bank conflicts have not been counted yet, or
/// - a check observes loads, and there is no room to note another one.
struct SharedMemory {
  AccessPattern* patterns = nullptr;  ///< by Decoded::access
  const std::byte* bytes = nullptr;
  std::uint64_t size = 0;                               ///< 0: all loads are left to PathCall::load
  std::uint64_t latency = 0, bank_conflict_cycles = 0;  ///< cycles
  UncheckedLoad* next = nullptr;                        ///< entry for the next load; null: no check observes loads
  const UncheckedLoad* end = nullptr;                   ///< end of the entries

  std::uint64_t busy = 0;       ///< cycles for which the loads occupied shared memory
  std::uint64_t end_cycle = 0;  ///< cycle in which the last value arrived
};

}  // namespace warplens::simt::native
