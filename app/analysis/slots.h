#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace warplens::analysis {

/// Give each stay in [first, last), sorted by start, the lowest slot that is free at its start; return the number of slots.
template <typename Iterator>
std::uint32_t assign_slots(Iterator first, Iterator last) {
  std::vector<std::uint64_t> free_from;  // per slot
  for (; first != last; ++first) {
    const auto slot = std::find_if(free_from.begin(), free_from.end(), [&](std::uint64_t from) { return from <= first->start; });
    first->slot = static_cast<std::uint32_t>(slot - free_from.begin());
    if (slot == free_from.end())
      free_from.push_back(first->end);
    else
      *slot = first->end;
  }
  return static_cast<std::uint32_t>(free_from.size());
}

}  // namespace warplens::analysis
