#pragma once

#include <cstdint>
#include <vector>

#include "ptx/debug/debug_variables.h"
#include "ptx/flow/cfg.h"
#include "ptx/flow/local_pointers.h"
#include "ptx/module.h"

namespace warplens::ptx {

/// Finds where variables are written. The module must outlive it.
class WrittenBefore {
 public:
  WrittenBefore(const Module& module, std::uint32_t function);

  /// Fill in VariableHome::writes and VariableHome::set for a home of `bytes` bytes. It is set at an instruction if some path
  /// from the function's start writes any of its bytes before. Once the search has taken long, the remaining homes count as set.
  void find(VariableHome& home, int bytes);

 private:
  /// Whether an instruction writes a home; `perhaps`: it lets others write it.
  enum class Effect : std::uint8_t { none, perhaps, writes };
  Effect effect(const Instruction& instruction, const VariableHome& home, int bytes) const;
  std::vector<bool> after(const std::vector<std::uint32_t>& writes) const;

  const Function& function_;
  const ControlFlow flow_;
  const LocalPointers pointers_;
  std::uint64_t spent_ = 0;  ///< instructions looked at
};

}  // namespace warplens::ptx
