#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// Where a variable of the source is while some instructions execute.
struct VariableHome {
  enum class Kind : std::uint8_t { reg, local, parameter };
  Kind kind = Kind::reg;
  std::uint32_t index = 0;                          ///< in Function::registers, Module::variables, or Function::parameters
  std::uint64_t offset = 0;                         ///< bytes into the variable or the parameter
  std::uint64_t whole_offset = 0, whole_bytes = 0;  ///< of the whole array or structure that it is a part of
  std::uint32_t first = 0, last = 0;                ///< instructions [first, last): the next one to execute is one of them
  std::vector<std::uint32_t> writes;                ///< instructions that write it, ascending
  std::vector<bool> set;  ///< per instruction: whether something may have written it before; empty: always
  bool is_set(std::uint32_t instruction) const { return set.empty() || (instruction < set.size() && set[instruction]); }
};

/// A variable of the source, or one number of it: an element of an array, a member of a structure.
struct DebugVariable {
  std::string name;                      ///< "sum", "taps[2]", "p.x"
  std::string type;                      ///< as the source has it: "const float*"
  Type value = Type::none;               ///< how its bits are read: b64 for a pointer, pred for a bool
  std::uint32_t line = 0;                ///< that declares it, 1-based
  bool parameter = false;                ///< of the function
  std::optional<VariableHome> argument;  ///< of a parameter of an entry: where its value is until something writes a home
  std::uint32_t first = 0, last = 0;     ///< instructions [first, last) of its scope
  std::vector<VariableHome> homes;       ///< none at an instruction where the compiler does not keep it
};

/// Where a variable is before an instruction.
struct HomeAt {
  const VariableHome* home = nullptr;  ///< null: the compiler does not keep it there, or it is unset
  bool unset = false;                  ///< no path from the function's start has written it
};
/// `instruction` is in the variable's scope.
HomeAt home_at(const DebugVariable& variable, std::uint32_t instruction);

/// Find the variables of a function in the module's debug information, parameters first, then in the order of their declarations;
/// none without it. nvcc writes it with -G, clang with -g. Left out are bit-fields, variables of inlined functions, and
/// what is in shared or global memory. Of an array the first 16 elements are told, of a function 256
/// numbers.
std::vector<DebugVariable> debug_variables(const Module& module, std::uint32_t function);

}  // namespace warplens::ptx
