#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/execute/operation.h"

namespace warplens::simt::native {

/// The shared memory of a block, for machine code that loads from it without a call, and what these loads leave behind.
///
/// A load is left to PathCall::load if it is out of bounds or misaligned, if its lanes' distances from the lowest address differ
/// from those in its AccessPattern or are irregular (LaneLayout), or if its bank conflicts have not been counted yet.
struct SharedMemory {
  AccessPattern* patterns = nullptr;  ///< by Decoded::access
  const std::byte* bytes = nullptr;
  std::uint64_t size = 0;                               ///< 0: all loads are left to PathCall::load
  std::uint64_t latency = 0, bank_conflict_cycles = 0;  ///< cycles

  std::uint64_t busy = 0;       ///< cycles for which the loads occupied shared memory
  std::uint64_t end_cycle = 0;  ///< in which the last value arrived
};

}  // namespace warplens::simt::native
