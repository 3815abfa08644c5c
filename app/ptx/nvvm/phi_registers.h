#pragma once

#include <cstdint>
#include <vector>

#include "ptx/nvvm/ir.h"
#include "ptx/nvvm/live_ranges.h"
#include "ptx/nvvm/selection.h"

namespace warplens::ptx::nvvm {

/// Which values share a register, so that phis cost few copies.
///
/// Each phi has two values: what the blocks before it hand over, and what it then is. Written naively, every block before copies
/// its operand to the first, and the phi's block that to the second; this is always right (Sreedhar et al., "Translating Out of
/// Static Single Assignment Form", SAS 1999). Values that are never alive at the same time, or that are the same number, then
/// take one register, and the copies between them vanish.
class PhiRegisters {
 public:
  PhiRegisters(const Module& module, const Function& function, const Selection& selection);

  /// The value whose register a local has: itself, or another of the same type.
  std::uint32_t of(std::uint32_t local) const { return register_[local]; }
  /// The same for what is handed over to a phi; such are numbered from the number of locals on.
  std::uint32_t handed_to(std::uint32_t phi) const { return register_[phis_.locals + phis_.number[phi]]; }
  /// Whether other values may use the register, too: phis, and what is handed over to them.
  bool is_shared(std::uint32_t local) const { return phis_.place[local] != none; }

 private:
  std::uint32_t root(std::uint32_t value);
  void join(std::uint32_t a, std::uint32_t b);

  PhiValues phis_;
  std::vector<std::vector<LiveRange>> ranges_;  ///< of each register's values together, in PhiValues::values
  std::vector<std::uint32_t> register_;         ///< per value; a forest while they are joined
  std::uint64_t compared_ = 0;
};

}  // namespace warplens::ptx::nvvm
