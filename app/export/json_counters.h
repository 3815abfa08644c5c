#pragma once

#include "export/json.h"
#include "launch/launch.h"
#include "launch/launch_result.h"

namespace warplens::export_ {

/// What `--json` has under "counters" (DESIGN section 6). What a machine does not know is null.
Json counters_of(const launch::Launch& launch, const launch::LaunchResult& result);

/// What `--json` has under "lines": the tally of each CUDA source line of the kernel's file that ran, ascending; null where there
/// are no tallies or the PTX has no line information.
Json lines_of(const launch::Launch& launch, const launch::LaunchResult& result);

}  // namespace warplens::export_
