#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ptx/nvvm/ir.h"
#include "ptx/nvvm/write_lines.h"

namespace warplens::ptx::nvvm {

/// Where a variable of the source is in PTX.
struct DescribedVariable {
  std::uint32_t variable = none;  ///< DILocalVariable
  std::uint32_t location = none;  ///< DILocation of its declaration
  std::string symbol;             ///< "__local_depot0"; "": it has no memory
  std::uint64_t offset = 0;       ///< bytes into the symbol
  bool in_parameter = false;      ///< the symbol is a parameter of an entry, else of .local
  bool whole_pointer = false;     ///< a pointer of 64 bits, where others have 32 in memory
};

/// A label where the source's line changes.
struct LocationMark {
  std::string label;
  std::uint32_t location = none;  ///< DILocation of the instructions that follow; none: they have none
};

/// A function in PTX.
struct DescribedFunction {
  std::string begin, end;                    ///< labels in its braces: before the first instruction, after the last one
  std::uint32_t subprogram = none;           ///< DISubprogram
  std::vector<DescribedVariable> variables;  ///< in any order; parameters are known by the field `arg` of DILocalVariable
  std::vector<LocationMark> marks;           ///< in the order of the labels
};

/// Write sections .debug_abbrev, .debug_info and an empty .debug_loc for debuggers and debug_variables(): the functions, their
/// variables, blocks and types (DWARF Debugging Information Format, version 2, as compilers write it for PTX). Left out are
/// bit-fields, and variables of inlined functions and of blocks without a mark. "" if no function has a DISubprogram. Numbers
/// files: call it before SourceLines::end().
std::string debug_sections(const Module& module, std::span<const DescribedFunction> functions, SourceLines& lines);

}  // namespace warplens::ptx::nvvm
