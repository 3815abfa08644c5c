#pragma once

#include <cstdint>
#include <vector>

#include "ptx/flow/cfg.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// When the registers of a function hold a value that is still wanted: on some path from there on, the register is read before
/// it is certainly written. A write under a guard does not end what was there before.
struct Liveness {
  /// The instructions between which a register is in use: it is live before none but those after `first` up to `last`, and
  /// written at none but those from `first` on. A hull: there may be gaps. `first` > `last` for one that is never named.
  struct Range {
    std::uint32_t first = no_index, last = 0;
  };
  std::vector<Range> ranges;         ///< per register
  std::vector<bool> read_at_start;   ///< per register: live before the first instruction, so that nothing has written it yet
  std::uint32_t most_registers = 0;  ///< the most 32-bit registers of one thread that are live at once; 64-bit ones count
                                     ///< twice, predicates do not count
};

/// Liveness by walking back from each use to the writes that reach it, register by register. Where that would take longer than
/// `most_visits` visits of basic blocks (a program made to be slow), everything counts as live everywhere.
Liveness liveness(const Function& function, const ControlFlow& flow, std::uint64_t most_visits = 50'000'000);

}  // namespace warplens::ptx
