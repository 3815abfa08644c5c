#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/access_map.h"
#include "trace/trace.h"

namespace warplens::analysis {

// Which updates of an element did the last value forget? Every write is built on the value that its thread knew: the element as
// the thread last read it, or as it last wrote it itself. Following the last write back, from each write to the one it was built
// on, gives the updates that are still in the value; every other one is lost. So for threads that each add 1 to a counter,
// counted from 0,
//   value at the end + lost updates = updates
// holds exactly. (Counting instead each write that someone overwrote unseen would count too many: such a write comes back when a
// third thread, which had read it in time, writes last.) An atomic knows the element as it is, so it forgets nothing. A write by
// a thread that never read or wrote the element before is built on nothing that could be stale: it is a bare write, which
// replaces the value on purpose, and makes nothing lost. An atomic that left the value as it was (a compare-and-swap that failed,
// an addition of 0) is never counted as lost. Best case: no lost updates. Left out: what the trace left out (Trace::truncation).

/// One read-modify-write of an element by a thread, or a bare write.
struct Update {
  std::uint64_t thread;
  std::uint32_t read_step;   ///< row in the trace, or trace::no_row for a bare write
  std::uint32_t write_step;  ///< row in the trace
  std::uint64_t read_cycle, read_done, write_cycle, write_done;
  std::uint64_t read_value;     ///< bits
  std::uint64_t written_value;  ///< bits
  std::uint64_t overwritten;    ///< bits that stood there just before the write; 0 where nothing in the trace tells them
  bool atomic;
  bool erases;             ///< it wrote over at least one write that its thread did not know
  std::uint64_t victim;    ///< thread of the last such write; meaningful with `erases`
  bool lost;               ///< the value at the end is not built on it
  std::uint32_t built_on;  ///< its value is built on the first so many updates' result; index + 1 of the update that it had seen
};

/// The history of one element: the updates in order of their writes.
struct ElementHistory {
  std::uint32_t buffer = 0;
  std::uint64_t element = 0;
  std::vector<Update> updates;
  std::uint64_t lost = 0;  ///< updates that the value at the end is not built on
};

/// Cost: one pass over the accesses of the buffer. Element `element` of `element_bytes` (at most 8) each; of a wider access the
/// element's part.
ElementHistory element_history(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t element,
                               std::uint32_t element_bytes);

/// Lost among the first `updates` updates: those that the value after the last of them is not built on. All of them:
/// history.lost.
std::uint64_t lost_among_first(const ElementHistory& history, std::size_t updates);
/// Which of the first `updates` updates those are, a flag each.
std::vector<bool> lost_flags(const ElementHistory& history, std::size_t updates);

/// Lost updates of a whole buffer, one row per element that lost any, in element order; each element's count as in
/// ElementHistory::lost.
struct LostUpdates {
  std::vector<std::uint64_t> element;
  std::vector<std::uint64_t> lost;
  std::uint64_t total = 0;
};
/// Cost: two passes over the accesses of the buffer (three where threads write other elements than they have just read); memory
/// in proportion to the accesses of elements that several threads touched.
LostUpdates lost_updates(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t elements, std::uint32_t element_bytes);
/// The same where the whole trace's map of the buffer is there already: spares one of the passes.
LostUpdates lost_updates(const trace::Trace& trace, const AccessMap& map);

}  // namespace warplens::analysis
