#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/names.h"
#include "trace/trace.h"

namespace warplens::analysis {

/// The activity of a resident warp. The first enumerators have the numbers of trace::WaitReason.
enum class WarpState : std::uint8_t {
  memory,     ///< waits for a value from memory
  barrier,    ///< waits for other warps of its block
  selection,  ///< could issue, but its scheduler issues other warps' instructions
  unit,       ///< waits for an arithmetic unit
  bandwidth,  ///< waits for L1, shared memory or the connection to L2
  computing,  ///< issues instructions, or an arithmetic result is on its way
  ended,      ///< has exited, while its block still runs
};
inline constexpr std::size_t warp_states = base::enumerators<WarpState>;

/// The activity of each scheduler's warps over time, in cycles of the trace. Modelled.
struct WarpTimeline {
  struct Stretch {
    std::uint64_t begin = 0, end = 0;
    WarpState state = WarpState::computing;
    bool operator==(const Stretch&) const = default;
  };
  /// One warp's time on its multiprocessor. Warps of one scheduler that are resident at the same time have different slots.
  struct Stay {
    std::uint32_t warp = 0, sm = 0, scheduler = 0, slot = 0;
    std::uint64_t start = 0, end = 0;
    std::size_t first = 0, last = 0;  ///< rows [first, last) of `stretches`, which cover it
  };
  struct Scheduler {
    std::uint32_t sm = 0, number = 0;         ///< number: in its multiprocessor
    std::uint32_t slots = 0;                  ///< largest number of warps resident at once
    std::size_t first = 0, last = 0;          ///< rows [first, last) of `stays`
    std::vector<std::uint64_t> issue_cycles;  ///< cycles in which it issued an instruction, ascending; at most one per cycle
  };
  std::vector<Stretch> stretches;
  std::vector<Stay> stays;            ///< by multiprocessor, scheduler, slot, start
  std::vector<Scheduler> schedulers;  ///< only those that had warps, by multiprocessor and number
  /// Cycles that warps spent in each state, added up over all warps.
  std::array<std::uint64_t, warp_states> cycles{};
  std::uint64_t end = 0;  ///< end of the last stay
  bool whole = true;      ///< false: the trace was cut off, so a stay ends with its warp's last recorded event
  bool known() const { return !stays.empty(); }
};

/// Reconstruct the timeline; empty unless the trace has schedulers and every instruction (Trace::schedulers, Level::full). Cost:
/// linear in the steps, and a sort of the waits and of the stays.
WarpTimeline warp_timeline(const trace::Trace& trace);

}  // namespace warplens::analysis
