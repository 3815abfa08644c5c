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

/// error_of(result), with the option that may help: with dynamic shared memory, where the kernel declares an extern __shared__
/// array and went outside; with the step limit.
base::Error error_with_remedy(const launch::Launch& launch, const launch::LaunchResult& result, const LimitOptions& options);

}  // namespace warplens::cli
