#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::base {

/// The parts of a list at its commas, but for those in brackets, without the blanks around them: {"a<b, c>", "d"} of "a<b, c>, d"
/// with `brackets` "<>()". Empty parts are left out. `brackets`: pairs of an opening and a closing one.
std::vector<std::string> split_list(std::string_view list, std::string_view brackets);

}  // namespace warplens::base
