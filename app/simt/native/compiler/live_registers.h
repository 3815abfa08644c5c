#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ptx/flow/cfg.h"
#include "ptx/module.h"
#include "simt/code/decode/call.h"

namespace warplens::simt::native {

/// The live registers at each place of a function: some path from the place reads them before certainly writing them.
class LiveRegisters {
 public:
  static constexpr std::uint64_t usual_bits = std::uint64_t{1} << 28;  ///< 32 MiB

  /// `place`: the decoded function, for its rows. If the function has more than `max_bits` basic blocks times registers, every
  /// register counts as live everywhere.
  LiveRegisters(const ptx::Function& function, const ptx::ControlFlow& flow, const FunctionCode& place, std::uint64_t max_bits);

  /// Per register: whether it is live before instruction `i` (which may be the function's end).
  std::vector<bool> before(std::uint32_t i) const;
  /// The register held in a row, or ptx::no_index: special registers and discarded results have rows, too.
  std::uint32_t register_in(Row row) const {
    const auto found = register_in_.find(row);
    return found == register_in_.end() ? ptx::no_index : found->second;
  }

 private:
  std::vector<bool> backwards(std::uint32_t block, std::uint32_t from) const;

  const ptx::Function& function_;
  const ptx::ControlFlow& flow_;
  bool known_;
  std::unordered_map<Row, std::uint32_t> register_in_;
  std::vector<std::vector<bool>> at_end_;  ///< per basic block: the registers live after it
};

}  // namespace warplens::simt::native
