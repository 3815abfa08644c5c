#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "trace/trace.h"

namespace warplens::analysis {

/// Offsets of the lanes of one access row, without their values: cheap enough for a pass over many rows.
struct RowOffsets {
  std::uint32_t active = 0;
  std::uint64_t first_thread = 0;  ///< linear thread of lane 0
  int lowest = 0;                  ///< lowest active lane
  std::uint64_t base = 0, stride = 0;
  const std::array<std::uint64_t, trace::lanes>* irregular = nullptr;

  RowOffsets(const trace::Trace& trace, std::size_t row, std::uint64_t threads_per_block, std::uint64_t warps_per_block) {
    const trace::Accesses& accesses = trace.accesses;
    const std::uint32_t step = accesses.step[row];
    active = trace.steps.active[step];
    lowest = std::countr_zero(active);
    const std::uint64_t warp = trace.steps.warp[step];
    first_thread = warp / warps_per_block * threads_per_block + warp % warps_per_block * trace::lanes;
    base = accesses.base[row];
    stride = static_cast<std::uint64_t>(accesses.stride[row]);
    if (accesses.offsets[row] != trace::no_row) irregular = &accesses.irregular[accesses.offsets[row]];
  }

  /// Whether all active lanes have the offset `base`.
  bool same() const { return irregular == nullptr && (stride == 0 || (active & (active - 1)) == 0); }
  std::uint64_t offset(int lane) const {
    return irregular != nullptr ? (*irregular)[static_cast<std::size_t>(lane)]
                                : base + static_cast<std::uint64_t>(lane - lowest) * stride;
  }
};

/// Call visit(lane, offset) for every active lane, lowest first.
template <typename Visit>
void for_each_lane(const RowOffsets& row, Visit visit) {
  for (std::uint32_t rest = row.active; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    visit(lane, row.offset(lane));
  }
}

}  // namespace warplens::analysis
