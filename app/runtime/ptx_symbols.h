#pragma once

#include <set>
#include <string>

namespace warplens::runtime {

/// One of several texts of PTX that become one module, so written that its names do not meet those of the texts before it, as a
/// linker sees to it (PTX ISA, "Linking Directives"): what only this text sees, functions, variables and labels without .visible,
/// .weak or .extern, has another name if its own is taken; what is .weak is left out if there is one already. `taken`: the names
/// of the texts before, to which those of this one are added. Text that cannot be read stays as it is.
std::string with_own_names(const std::string& text, std::set<std::string>& taken);

}  // namespace warplens::runtime
