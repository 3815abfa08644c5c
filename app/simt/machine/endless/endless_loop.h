#pragma once

#include "simt/code/memory/global_memory.h"
#include "simt/machine/endless/loop_watch.h"
#include "simt/machine/faults.h"
#include "simt/machine/launch_context.h"
#include "simt/machine/turns/turn_state.h"
#include "simt/machine/warps/blocks.h"

namespace warplens::simt {

/// Every warp that is left repeats the same steps for ever, by `loops`, or waits for others: raise a fault that names a thread,
/// the element that it waits for and its value, and who waits for that thread. Kind: deadlock, or, if the loop reads no memory,
/// step_limit with Fault::endless.
void report_endless_loop(const LaunchContext& context, const Blocks& blocks, const LoopWatch& loops, const GlobalMemory& memory,
                         Faults& faults);

/// No way leads out of the kernel from where the lanes of `running` are, nor from anywhere else that runs: raise the same fault.
void report_no_way_out(const LaunchContext& context, const Blocks& blocks, const Running& running, Faults& faults);

}  // namespace warplens::simt
