#pragma once

#include <string>

#include "base/result.h"
#include "launch/launch.h"
#include "launch/launch_result.h"

namespace warplens::cli {

/// The findings of a check, for a person at a terminal: first notes on anything left unchecked; then, as compilers write them, a
/// line `file:line:column: finding: sentence` for each finding and a line `…: note: …` for its other access, if any; then a table
/// with the number of times that each occurred. The finding that stopped the kernel is in the table only, since it is printed as
/// an error already. Empty if nothing was found and everything checked.
std::string remarks_of(const launch::LaunchResult& result);

/// The options of a command that lift the limits of a launch, as the user writes them; "" where it has none.
struct LimitOptions {
  std::string shared;      ///< "--shared BYTES"
  std::string step_limit;  ///< "--step-limit NUMBER"
};

/// error_of(result), with a hint at the option that may help: for dynamic shared memory, if the kernel has an extern __shared__
/// array and left it; for the step limit.
base::Error error_with_remedy(const launch::Launch& launch, const launch::LaunchResult& result, const LimitOptions& options);

}  // namespace warplens::cli
