#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::base {

/// Split a list at its commas: "a<b, c>, d" with `brackets` "<>()" gives {"a<b, c>", "d"}. Commas inside of brackets do not
/// count; empty parts and the blanks around parts are dropped. `brackets`: pairs of an opening and a closing one.
std::vector<std::string> split_list(std::string_view list, std::string_view brackets);

}  // namespace warplens::base
