#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// The source variable whose value a register holds, as assigned on one line.
struct RegisterName {
  std::string name;        ///< "" if none is certain
  std::string type{};      ///< "int", "unsigned" or "float"
  std::uint32_t line = 0;  ///< line that declares the variable or assigns to it, 1-based
  bool operator==(const RegisterName&) const = default;
};

/// Find, per register of an entry, the variable whose value it holds. PTX has no names of variables, only lines of
/// instructions, and compilers merge and move instructions. So a register gets a name only if there is proof: it is written on
/// the line that assigns the variable, it is the only such register, and its instructions compute the line's expression of
/// indices, sizes, parameters and constants, as worked out symbolically. `source`: the text of the entry's file,
/// Module::files[file].
std::vector<RegisterName> register_names(const Function& function, std::string_view source, std::uint32_t file);

}  // namespace warplens::ptx
