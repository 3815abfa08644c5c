#pragma once

#include <string>

#include "launch/launch_result.h"

namespace warplens::cli {

/// What a check found, for a person at a terminal: for each a line `file:line:column: finding: sentence`, and a line `…: note: …`
/// for the other access where there is one, as compilers write them; then a table with how often each showed. What stopped the
/// kernel has been said as an error: it is in the table only. What was not looked at is said first. Empty where nothing was found
/// and everything looked at.
std::string remarks_of(const launch::LaunchResult& result);

}  // namespace warplens::cli
