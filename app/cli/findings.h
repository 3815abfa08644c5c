#pragma once

#include <string>

#include "launch/launch_result.h"

namespace warplens::cli {

/// The findings of a check, for a person at a terminal: first notes on anything left unchecked; then, as compilers write them, a
/// line `file:line:column: finding: sentence` for each finding and a line `…: note: …` for its other access, if any; then a table
/// with the number of times that each occurred. The finding that stopped the kernel is in the table only, since it is printed as
/// an error already. Empty if nothing was found and everything checked.
std::string remarks_of(const launch::LaunchResult& result);

}  // namespace warplens::cli
