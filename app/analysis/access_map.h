#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warplens::analysis {

inline constexpr std::uint32_t no_thread = 0xffffffffu;

/// Accesses to one buffer, a row per element, in element order.
struct AccessMap {
  std::uint32_t buffer = 0;  ///< buffer of the launch
  std::uint32_t element_bytes = 4;
  std::uint64_t elements = 0;
  std::vector<std::uint32_t> reads, writes, atomics;  ///< accesses by lanes; saturating
  /// Linear numbers of the first and the last thread to access it; no_thread where untouched.
  std::vector<std::uint32_t> first_thread, last_thread;
  std::vector<std::uint8_t> several;                                   ///< 1 where more than one thread accessed it
  std::vector<std::uint32_t> first_step, last_step;                    ///< rows in Trace::steps; trace::no_row where untouched
  std::uint64_t untouched = 0, touched_once = 0, touched_by_many = 0;  ///< elements; touched_once: by one thread
  std::uint64_t threads_without = 0;                                   ///< threads of the launch that touched no element
  std::uint64_t steps = 0;                                             ///< steps covered, from the beginning of the trace
};

/// Map the first `steps` rows of the trace (all by default). Not counted: accesses outside the buffer, which are faults, and
/// accesses that the trace left out (Trace::truncation). Cost: one pass over the accesses of the buffer.
AccessMap access_map(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t elements, std::uint32_t element_bytes,
                     std::uint64_t steps = ~std::uint64_t{0});

/// One lane's access to global memory, for the inspector and the pointer.
struct ThreadAccess {
  std::uint32_t step, access;  ///< rows in the trace
  std::uint64_t thread;
  std::uint32_t buffer;
  std::uint64_t element;  ///< offset / width of the access
  trace::AccessKind kind;
  std::uint64_t value, stored;  ///< bits, as in trace::LaneAccess
  std::uint64_t cycle, done;
};

/// Accesses of one thread in program order; at most `limit` rows.
std::vector<ThreadAccess> accesses_of_thread(const trace::Trace& trace, std::uint64_t thread, std::size_t limit = 1000);
/// Accesses to one element in the order in which they took effect; at most `limit` rows.
std::vector<ThreadAccess> accesses_of_element(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t element,
                                              std::uint32_t element_bytes, std::size_t limit = 100000);

}  // namespace warplens::analysis
