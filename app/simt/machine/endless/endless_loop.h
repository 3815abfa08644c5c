#pragma once

#include "simt/code/memory/global_memory.h"
#include "simt/machine/endless/loop_watch.h"
#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/machine/warps/blocks.h"

namespace warplens::simt {

/// When every remaining warp repeats the same steps for ever (according to `loops`) or waits for others, raise a fault that names
/// a thread, the element that it waits for, the element's value, and who waits for that thread. Kind: deadlock, or, if the loop
/// reads no memory, step_limit with Fault::endless.
void report_endless_loop(const LaunchContext& context, const Blocks& blocks, const LoopWatch& loops, const GlobalMemory& memory,
                         Faults& faults);

/// When neither the lanes of `running` nor any other running lanes can ever leave the kernel, raise the same fault.
void report_no_way_out(const LaunchContext& context, const Blocks& blocks, const Running& running, Faults& faults);

}  // namespace warplens::simt
