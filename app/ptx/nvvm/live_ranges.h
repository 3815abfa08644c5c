#pragma once

#include <cstdint>
#include <vector>

#include "ptx/nvvm/ir.h"
#include "ptx/nvvm/selection.h"

namespace warplens::ptx::nvvm {

/// The values around a function's phis, by numbers: local i is value i, and what the blocks before hand over to the k-th written
/// phi is value locals + k.
struct PhiValues {
  PhiValues(const Function& function, const Selection& selection);

  /// What a block hands over: operand `operand` of a phi.
  struct Handed {
    std::uint32_t phi = 0;  ///< in `phis`
    std::size_t operand = 0;
  };

  std::uint32_t locals = 0;
  std::vector<const Instruction*> phis;             ///< those that are written
  std::vector<std::uint32_t> number;                ///< per local: its place in `phis`, or none
  std::vector<std::vector<Handed>> handed_from;     ///< per block
  std::vector<std::vector<std::uint32_t>> phis_of;  ///< per block, in `phis`
  std::vector<std::uint32_t> values;                ///< the phis, what is handed over, and the operands
  std::vector<std::uint32_t> place;                 ///< per value: its place in `values`, or none
};

/// Where a value is alive.
struct LiveRange {
  std::uint32_t first = 0, last = 0;  ///< half-open; instruction i reads at 4 i, writes at 4 i + 1
  std::uint32_t holds = 0;            ///< the local whose number it is: a copy may share a register with the original
};

/// The ranges of each value of PhiValues::values, ascending. None at all for a function that would take more than a second.
std::vector<std::vector<LiveRange>> live_ranges(const Function& function, const Selection& selection, const PhiValues& phis);

}  // namespace warplens::ptx::nvvm
