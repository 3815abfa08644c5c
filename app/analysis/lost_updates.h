#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/access_map.h"
#include "trace/trace.h"

namespace warplens::analysis {

// Which updates of an element are missing from its final value? Every write depends on the value that its thread knew: the
// element as the thread last read it or wrote it. Follow these dependences back from the last write: the updates met on the way
// are in the final value, all others are lost. So for threads that each add 1 to a counter, from 0,
//   final value + lost updates = updates
// holds exactly. (Counting every write that was overwritten unseen would count too many: the final value includes such a write if
// a third thread had read it in time and writes last.) An atomic reads the current value, so it loses nothing. A write by a
// thread that never read or wrote the element before is a bare write: it replaces the value on purpose and loses nothing. An
// atomic that did not change the value (a failed compare-and-swap, an addition of 0) is never lost. Best case: no lost updates.
// Updates that the trace left out are missing (Trace::truncation).

/// One read-modify-write of an element by a thread, or a bare write.
struct Update {
  std::uint64_t read_value;     ///< bits
  std::uint64_t written_value;  ///< bits
  std::uint64_t overwritten;    ///< bits: the element just before the write
  std::uint32_t thread;
  std::uint32_t victim;     ///< with `erases`: thread of the last write that it erased
  std::uint32_t read_row;   ///< row in Trace::accesses; trace::no_row for a bare write
  std::uint32_t write_row;  ///< row in Trace::accesses; an atomic has one row for both
  std::uint32_t built_on;   ///< index + 1 of the update whose value its thread knew; 0: the initial value
  bool atomic;
  bool erases;  ///< it overwrote at least one write that its thread had not seen
  bool lost;    ///< the final value does not include it
};

/// The history of one element: the updates in order of their writes.
struct ElementHistory {
  std::uint32_t buffer = 0;
  std::uint64_t element = 0;
  std::vector<Update> updates;
  std::uint64_t lost = 0;  ///< updates that the final value does not include
};

/// `element`: an index; elements have `element_bytes`, at most 8; of a wider access only the element's part counts. `before`: its
/// bits before the launch. `updates`: their expected number, if known, saves time. Cost: one pass over the buffer's accesses.
ElementHistory element_history(const trace::Trace& trace, std::uint32_t buffer, std::uint64_t element,
                               std::uint32_t element_bytes, std::uint64_t before = 0, std::uint64_t updates = 0);

/// How many of the first `updates` updates the value just after them does not include. For all updates this is
/// history.lost.
std::uint64_t lost_among_first(const ElementHistory& history, std::size_t updates);
/// A flag for each of the first `updates` updates: whether it is lost.
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
/// Like lost_updates() above, but saves a pass, since `map` is the access map of the whole trace; makes no pass at all if `known`
/// is the history of the only element that can have lost updates.
LostUpdates lost_updates(const trace::Trace& trace, const AccessMap& map, const ElementHistory* known = nullptr);

}  // namespace warplens::analysis
