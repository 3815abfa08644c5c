#pragma once

#include <cstdint>
#include <vector>

#include "ptx/flow/cfg.h"
#include "ptx/module.h"

namespace warplens::simt::native {

/// Which registers of a function are live where: those that some path from there reads before it certainly writes them.
class LiveRegisters {
 public:
  /// Beyond `most_bits` sets of basic blocks times registers, every register counts as live everywhere.
  LiveRegisters(const ptx::Function& function, const ptx::ControlFlow& flow, std::uint64_t most_bits = std::uint64_t{1} << 28);

  /// Per register: whether it is live before instruction `i` (which may be the function's end).
  std::vector<bool> before(std::uint32_t i) const;

 private:
  std::vector<bool> backwards(std::uint32_t block, std::uint32_t from) const;

  const ptx::Function& function_;
  const ptx::ControlFlow& flow_;
  bool known_;
  std::vector<std::vector<bool>> at_end_;  ///< per basic block: the registers live after it
};

}  // namespace warplens::simt::native
