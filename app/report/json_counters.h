#pragma once

#include "launch/launch.h"
#include "launch/launch_result.h"
#include "report/json.h"

namespace warplens::report {

/// The value of "counters" in `--json` (docs/json.md). Counters that the machine does not know are null.
Json counters_of(const launch::Launch& launch, const launch::LaunchResult& result);

/// The value of "lines" in `--json`: the tally of each executed CUDA source line of the kernel's file, ascending; null without
/// tallies or line information.
Json lines_of(const launch::Launch& launch, const launch::LaunchResult& result);

}  // namespace warplens::report
