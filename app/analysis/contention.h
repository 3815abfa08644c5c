#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warplens::analysis {

/// Atomic operations on one address.
struct HotAddress {
  trace::MemorySpace space = trace::MemorySpace::global;
  std::uint32_t buffer = trace::no_buffer;  ///< of the launch; trace::no_buffer for shared memory and variables
  std::uint32_t block = 0;                  ///< linear number of the block that owns the shared memory; 0 for global memory
  std::uint64_t offset = 0;                 ///< bytes in the buffer, or in the block's shared memory
  std::uint64_t atomics = 0;                ///< by all lanes
};

/// Distribution of a launch's atomics over addresses. Best case: every atomic has an address of its own.
struct Contention {
  std::uint64_t atomics = 0, addresses = 0;
  std::vector<HotAddress> hottest;  ///< most atomics first, then by space, buffer, block and offset; at most `max_addresses`
  /// Row k: number of addresses with 2^k to 2^(k+1) − 1 atomics.
  std::vector<std::uint64_t> histogram;
};

/// Leaves out atomics that the trace left out (Trace::truncation). The trace does not distinguish the module's variables: they
/// count as one buffer. Cost: one pass over the trace's atomics; memory proportional to the number of addresses.
Contention contention(const trace::Trace& trace, std::size_t max_addresses = 8);

}  // namespace warplens::analysis
