#pragma once

#include <set>
#include <string>

namespace warplens::runtime {

/// Names in a text of PTX that concern other texts.
struct PtxSymbols {
  std::set<std::string> declared;  ///< .extern: defined elsewhere
  std::set<std::string> visible;   ///< .visible, .weak or .common, and defined here
};
PtxSymbols symbols_of(const std::string& text);

/// Keep the names of a text of PTX apart from those of other texts that become one module with it, as a linker does (PTX ISA,
/// "Linking Directives"). A function, variable or label that only this text sees, without .visible, .weak or .extern, gets
/// another name if its own is taken. A .weak definition is left out if there is one already. `taken`: names of the texts before;
/// those of this one are added. Text that cannot be read stays as it is.
std::string with_own_names(const std::string& text, std::set<std::string>& taken);

}  // namespace warplens::runtime
