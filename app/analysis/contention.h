#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warplens::analysis {

/// Atomic operations on one address.
struct HotAddress {
  trace::MemorySpace space = trace::MemorySpace::global;
  std::uint32_t buffer = trace::no_buffer;  ///< of the launch; trace::no_buffer for shared memory and variables
  std::uint32_t block = 0;                  ///< of the grid, whose shared memory it is; 0 for global memory
  std::uint64_t offset = 0;                 ///< bytes in the buffer, or in the block's shared memory
  std::uint64_t atomics = 0;                ///< by all lanes
};

/// How the atomics of a launch spread over addresses. Best case: as many addresses as atomics.
struct Contention {
  std::uint64_t atomics = 0, addresses = 0;
  std::vector<HotAddress> hottest;  ///< most atomics first, then by space, buffer, block and offset; at most as many as asked for
  /// How many addresses had that many atomics: row k those with 2^k to 2^(k+1) − 1.
  std::vector<std::uint64_t> histogram;
};

/// Cost: one pass over the trace's atomics; memory in proportion to the addresses. Leaves out what the trace left out
/// (Trace::truncation), and variables of the module, which the trace does not tell apart, count as one buffer.
Contention contention(const trace::Trace& trace, std::size_t most_addresses = 8);

}  // namespace warplens::analysis
