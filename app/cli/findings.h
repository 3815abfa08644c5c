#pragma once

#include <string>
#include <vector>

#include "launch/finding.h"

namespace warplens::cli {

/// Findings for a person at a terminal: for each a line `file:line:column: finding: sentence`, and a line `…: note: …` for the
/// other access where there is one, as compilers write them; then a table with how often each showed. Empty where there are none.
std::string remarks_of(const std::vector<launch::Finding>& findings);

}  // namespace warplens::cli
