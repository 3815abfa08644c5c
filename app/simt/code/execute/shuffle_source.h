#pragma once

#include <cstdint>

#include "ptx/module.h"

namespace warplens::simt {

/// Source lane of a shuffle, for one receiving lane.
struct ShuffleSource {
  int lane = 0;
  bool in_range = false;  ///< if not, the lane keeps its own value
};

/// Find the source lane by the pseudocode of the PTX ISA, "shfl.sync": `distance` and `limit` are the operands b and c.
template <ptx::ShuffleMode mode>
inline ShuffleSource shuffle_source(int lane, std::uint32_t distance, std::uint32_t limit) {
  using ptx::ShuffleMode;
  const int step = static_cast<int>(distance & 31), clamp = static_cast<int>(limit & 31),
            segment = static_cast<int>(limit >> 8 & 31);
  const int highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
  int from = 0;
  bool in_range = false;
  if constexpr (mode == ShuffleMode::up)
    in_range = (from = lane - step) >= highest;
  else if constexpr (mode == ShuffleMode::down)
    in_range = (from = lane + step) <= highest;
  else if constexpr (mode == ShuffleMode::bfly)
    in_range = (from = lane ^ step) <= highest;
  else
    in_range = (from = lowest | (step & ~segment)) <= highest;
  return {in_range ? from & 31 : lane, in_range};
}

}  // namespace warplens::simt
