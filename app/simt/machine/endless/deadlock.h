#pragma once

#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/warps/blocks.h"

namespace warplens::simt {

/// When no warp can run, raise a fault that names the waiting threads and where they wait, preferably at a block barrier. Raises
/// nothing if no thread waits.
void report_deadlock(const LaunchContext& context, const Blocks& blocks, Faults& faults);

}  // namespace warplens::simt
