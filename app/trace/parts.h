#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warplens::trace {

// Bytes of a trace's budget per row.

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

/// One machine's recording, of a launch that ran on several machines in parallel.
struct Part {
  /// One turn of a warp, and the beginning of its rows.
  struct Turn {
    std::uint64_t cycle;                  ///< never less than in the turn before
    std::uint32_t tie;                    ///< orders turns of one cycle; never less than in an earlier turn of the same cycle
    std::uint32_t step, wait, placement;  ///< its first rows
    std::uint64_t used;                   ///< bytes of the budget used before it
  };

  /// If the trace is truncated by its budget, the first missing step belongs to the last turn.
  Trace trace;
  std::vector<Turn> turns;                ///< turns while steps were recorded
  std::vector<std::uint32_t> wait_steps;  ///< per wait: number of steps recorded before it
  std::uint64_t used = 0;                 ///< bytes of the budget used
};

/// Result of joining the parts of a launch.
struct JoinedParts {
  /// Steps, accesses and waits, part after part; everything else as one machine would have recorded it.
  Trace trace;
  std::vector<std::uint32_t> steps, waits;       ///< row numbers in the order in which one machine would have recorded them
  std::uint64_t stopped_at = ~std::uint64_t{0};  ///< steps from this cycle on are left out
};

/// Join the parts into the recording that one machine would have made by running all turns in order, within a budget of bytes.
/// Empties the parts.
JoinedParts join_parts(std::vector<Part>& parts, std::uint64_t budget);

}  // namespace warplens::trace
