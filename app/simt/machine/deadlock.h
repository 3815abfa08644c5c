#pragma once

#include "simt/machine/blocks.h"
#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"

namespace warplens::simt {

/// No warp can go on: raise a fault that says who waits where, at a barrier of a block if anybody does. Nothing is raised where
/// nobody waits.
void report_deadlock(const LaunchContext& context, const Blocks& blocks, Faults& faults);

}  // namespace warplens::simt
