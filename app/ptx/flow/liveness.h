#pragma once

#include <cstdint>
#include <vector>

#include "ptx/flow/cfg.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// Live ranges of the registers of a function: a register is live where some path from there reads it before it is certainly
/// written. A guarded write does not end the live range of the previous value.
struct Liveness {
  /// The instructions between which a register is in use: it is live only before instructions (first, last], and written only at
  /// `first` or later. A hull: there may be gaps. `first` > `last` for a register that is never used.
  struct Range {
    std::uint32_t first = no_index, last = 0;
  };
  std::vector<Range> ranges;        ///< per register
  std::vector<bool> read_at_start;  ///< per register: live before the first instruction, and therefore read uninitialised
  std::uint32_t max_registers = 0;  ///< maximum of simultaneously live 32-bit registers of a thread; 64-bit ones count
                                    ///< twice, predicates do not count
  std::uint64_t visits = 0;         ///< of basic blocks and their predecessors, that this took
};

/// Visits that liveness() may take for a whole program: two seconds or so.
inline constexpr std::uint64_t max_liveness_visits = 20'000'000;

/// Liveness by walking back from each use to the writes that reach it, register by register. Beyond `max_visits` visits of basic
/// blocks and their predecessors (a program constructed to be slow), every register counts as live everywhere.
Liveness liveness(const Function& function, const ControlFlow& flow, std::uint64_t max_visits = max_liveness_visits);

}  // namespace warplens::ptx
