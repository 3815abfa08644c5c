#pragma once

#include <cstdint>

#include "trace/trace.h"

// Bytes of a trace's budget per row.

namespace warplens::trace {

inline constexpr std::uint64_t step_bytes = 8 + 4 * 4;                                              // a row of Steps
inline constexpr std::uint64_t access_bytes = 4 + 3 * 1 + 4 + 3 * 8 + 4 + 8 + sizeof(RequestPath);  // a row of Accesses
inline constexpr std::uint64_t wait_bytes = 4 + 1 + 2 * 8;                                          // a row of Waits
inline constexpr std::uint64_t placement_bytes = 3 * 4 + 2 * 8;                                     // a row of BlockPlacements
inline constexpr std::uint64_t irregular_bytes = lanes * 8;
/// Upper limit for one warp instruction: four elements of a vector access, each with offsets and the values of an 8-byte atomic.
inline constexpr std::uint64_t max_step = step_bytes + 4 * (access_bytes + irregular_bytes + 2 * lanes * 8);

/// Whether one more step of any size fits, so that the budget never ends in the middle of a vector access. `used`, `steps`,
/// `accesses`: bytes and rows so far.
constexpr bool has_room_for_step(std::uint64_t budget, std::uint64_t used, std::uint64_t steps, std::uint64_t accesses) {
  return used + max_step <= budget && accesses + 4 < no_row && steps + 1 < no_row;
}

}  // namespace warplens::trace
