#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/module.h"

namespace warplens::ptx {

/// The variable of the source whose value a register has: that which a line gives to it.
struct RegisterName {
  std::string name;        ///< "" where none is certain
  std::uint32_t line = 0;  ///< that declares the variable or assigns to it, 1-based
  bool operator==(const RegisterName&) const = default;
};

/// Per register of an entry, the variable whose value it has. PTX has no names of variables, only the lines of its instructions,
/// and compilers merge and move instructions. So a name is given only where it is proved: the register is written on the line
/// that gives the variable its value, by one register alone, and what its instructions compute from indices, sizes, parameters
/// and constants is what the line says, as worked out symbolically. `source` is the text of the file that the entry is in,
/// Module::files[file].
std::vector<RegisterName> register_names(const Function& function, std::string_view source, std::uint32_t file);

}  // namespace warplens::ptx
