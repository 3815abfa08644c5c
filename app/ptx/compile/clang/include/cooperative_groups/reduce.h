#pragma once

// Reductions over the lanes of a tile or of a coalesced group (CUDA C++ Programming Guide, "reduce"). Every lane gets the result.

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename T>
struct plus {
  WARPLENS_MEMBER_OF_BOTH T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct less {
  WARPLENS_MEMBER_OF_BOTH T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater {
  WARPLENS_MEMBER_OF_BOTH T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and {
  WARPLENS_MEMBER_OF_BOTH T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct bit_or {
  WARPLENS_MEMBER_OF_BOTH T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct bit_xor {
  WARPLENS_MEMBER_OF_BOTH T operator()(T a, T b) const { return a ^ b; }
};

/// Halves the distance in each step: a lane combines its value with the value of the lane at this distance.
template <unsigned lanes, typename Parent, typename T, typename Operation>
WARPLENS_DEVICE T reduce(const thread_block_tile<lanes, Parent>& tile, T value, const Operation& operation) {
#pragma unroll
  for (unsigned distance = lanes / 2; distance > 0; distance /= 2) value = operation(value, tile.shfl_xor(value, distance));
  return value;
}
/// First combines lanes above the largest power of two with lanes below; at the end, all get the first lane's result.
template <typename T, typename Operation>
WARPLENS_DEVICE T reduce(const coalesced_group& group, T value, const Operation& operation) {
  const unsigned size = group.size(), rank = group.thread_rank();
  for (unsigned width = 16; width > 0; width /= 2) {
    const T other = group.shfl_down(value, width);
    if (rank < width && rank + width < size) value = operation(value, other);
  }
  return group.shfl(value, 0);
}

}  // namespace cooperative_groups
