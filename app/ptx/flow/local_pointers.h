#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// A place in local memory: `offset` bytes into a .local variable, an index in Module::variables.
struct LocalPlace {
  std::uint32_t variable = no_index;
  std::int64_t offset = 0;
  auto operator<=>(const LocalPlace&) const = default;
};

/// The registers of a function that point to one place in local memory: written once, by a mov, a cvta or an add of a constant.
/// The module and the function must outlive it.
class LocalPointers {
 public:
  LocalPointers(const Module& module, const Function& function);

  /// Where an operand points to, or, with its base as `kind`, the address that an access uses.
  std::optional<LocalPlace> place_of(OperandKind kind, const Operand& operand) const;
  /// Where operand `o` of a load or store accesses local memory.
  std::optional<LocalPlace> accessed(const Instruction& instruction, std::size_t o) const;
  /// Whether the instruction does nothing but make such a pointer.
  bool makes_pointer(const Instruction& instruction) const;

 private:
  std::optional<LocalPlace> made_by(const Instruction& instruction) const;

  const Module& module_;
  std::vector<std::optional<LocalPlace>> pointers_;  ///< per register
};

}  // namespace warplens::ptx
