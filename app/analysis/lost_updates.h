#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/access_map.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// One read-modify-write of an element by a thread, or a bare write. An update is lost when it is built on a value that was no longer
/// there: between the thread's read and its write some other thread wrote. That other's write is the one that vanishes.
struct Update {
  std::uint64_t thread;
  std::uint32_t read_step;      ///< row in the trace, or trace::no_row for a bare write
  std::uint32_t write_step;     ///< row in the trace
  std::uint64_t read_cycle, read_done, write_cycle, write_done;
  std::uint64_t read_value;     ///< bits
  std::uint64_t written_value;  ///< bits
  std::uint64_t overwritten;    ///< bits that stood there just before the write
  bool atomic;
  bool erases;                  ///< it wrote over at least one write that it had not seen
  std::uint64_t victim;         ///< thread whose write it wrote over unseen; meaningful with `erases`
};

/// The history of one element: the updates in order of their writes.
struct ElementHistory {
  std::uint32_t buffer = 0;
  std::uint64_t element = 0;
  std::vector<Update> updates;
  std::uint64_t lost = 0;       ///< updates written over by a thread that had not seen them
};

ElementHistory element_history(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t element, std::uint32_t element_bytes);

/// Lost updates of a whole buffer, one row per element that lost any, in element order; each element's count as in ElementHistory::lost.
struct LostUpdates {
  std::vector<std::uint64_t> element;
  std::vector<std::uint64_t> lost;
  std::uint64_t total = 0;
};
LostUpdates lost_updates(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t elements, std::uint32_t element_bytes);

}  // namespace warplens::analysis
