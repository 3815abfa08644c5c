#pragma once

#include <string>

#include "base/error.h"
#include "launch/launch.h"
#include "launch/launch_result.h"

namespace warplens::cli {

/// The options of a command that lift the limits of a launch, as the user writes them; "" where it has none.
struct LimitOptions {
  std::string shared;      ///< "--shared BYTES"
  std::string step_limit;  ///< "--step-limit NUMBER"
};

/// error_of(result), with a hint at the option that may help: for dynamic shared memory, if the kernel has an extern __shared__
/// array and left it; for the step limit.
base::Error error_with_remedy(const launch::Launch& launch, const launch::LaunchResult& result, const LimitOptions& options);

}  // namespace warplens::cli
