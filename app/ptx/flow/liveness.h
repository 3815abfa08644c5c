#pragma once

#include <cstdint>
#include <vector>

#include "ptx/flow/cfg.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// Live ranges of a function's registers. A register is live at a place if some path from the place reads it before certainly
/// writing it. A guarded write does not end the live range of the previous value.
struct Liveness {
  /// Range of instructions in which a register is in use: it is live only before instructions (first, last], and written only at
  /// `first` or later. There may be gaps within the range. `first` > `last` for a register that is never used.
  struct Range {
    std::uint32_t first = no_index, last = 0;
  };
  std::vector<Range> ranges;        ///< per register
  std::vector<bool> read_at_start;  ///< per register: live before the first instruction, and therefore read uninitialised
  std::uint32_t max_registers = 0;  ///< maximum number of live 32-bit registers of a thread; 64-bit ones count
                                    ///< twice, predicates do not count
  std::uint64_t visits = 0;         ///< visits of basic blocks and their predecessors that the analysis took
};

/// Limit of visits of liveness() for a whole program: two seconds or so.
inline constexpr std::uint64_t max_liveness_visits = 20'000'000;

/// Compute liveness by walking back from each use to the writes that reach it, register by register. Beyond `max_visits` visits
/// of basic blocks and their predecessors (a program constructed to be slow), every register counts as live everywhere.
Liveness liveness(const Function& function, const ControlFlow& flow, std::uint64_t max_visits = max_liveness_visits);

}  // namespace warplens::ptx
