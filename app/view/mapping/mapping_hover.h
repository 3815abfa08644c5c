#pragma once

#include <cstdint>
#include <vector>

#include "view/mapping/mapping_picture.h"

namespace warplens::view {

/// Threads and elements to highlight for the hovered target, each once, in order of effect: a hovered thread with its elements,
/// or a hovered element with its threads. Only accesses before the scrubbed step count.
struct Lit {
  std::vector<std::uint64_t> threads, elements;
  bool more = false;         ///< there are more than `lit_limit`
  bool from_thread = false;  ///< the thread is hovered, not the element
  bool empty() const { return threads.empty() && elements.empty(); }
};
inline constexpr std::size_t lit_limit = 65536;
/// Maximum number of highlights that are drawn individually.
inline constexpr std::size_t ring_limit = 1024;
/// Find the highlights. Cost: one pass over the accesses.
Lit lit(const MappingInput& input);
/// MappingInput::lights if set, else the result of lit(), stored in `own`.
const Lit& lights_of(const MappingInput& input, Lit& own);

}  // namespace warplens::view
