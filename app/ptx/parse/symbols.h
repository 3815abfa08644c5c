#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// Meaning of a name in a function's body.
struct Symbol {
  enum class Kind : std::uint8_t { reg, variable, parameter } kind = Kind::reg;
  std::uint32_t index =
      no_index;            ///< in Function::registers (no_index until first used), Module::variables, Function::parameters
  Type type = Type::none;  ///< type of one element
  std::uint8_t lanes = 1;  ///< registers: 2 or 4 for .v2 and .v4; 2 for .b128, which is held in two 64-bit registers
};

/// The names of one { } block: single names, and ranges such as %r<6>; only the used registers of a range are created.
class Block {
 public:
  /// False if the name is already declared in this block.
  bool declare(std::string_view name, Symbol symbol);
  bool declare_range(std::string_view prefix, std::uint64_t count, Type type, std::uint8_t lanes);

  /// Find the symbol with this name in this block; else null. The first lookup of a register in a range creates it.
  Symbol* find(std::string_view name);

 private:
  struct Range {
    std::uint64_t count;
    Type type;
    std::uint8_t lanes;
  };
  std::unordered_map<std::string_view, Symbol> symbols_;
  std::unordered_map<std::string_view, Range> ranges_;
};

}  // namespace warplens::ptx
