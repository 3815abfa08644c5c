#pragma once

// Prefix sums, or other running results, over the lanes of a tile or a coalesced group, by rank (CUDA C++ Programming Guide,
// "inclusive_scan and exclusive_scan").

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

/// Doubles the distance in each step: afterwards, a lane has the result of twice as many lanes up to its own.
template <typename Group, typename T, typename Operation>
WARPLENS_DEVICE T inclusive_scan(const Group& group, T value, const Operation& operation) {
  const unsigned rank = group.thread_rank();
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (rank >= distance) value = operation(before, value);
  }
  return value;
}
template <typename Group, typename T>
WARPLENS_DEVICE T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
/// The first lane gets T().
template <typename Group, typename T, typename Operation>
WARPLENS_DEVICE T exclusive_scan(const Group& group, T value, const Operation& operation) {
  const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T>
WARPLENS_DEVICE T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
