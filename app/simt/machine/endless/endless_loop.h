#pragma once

#include <vector>

#include "simt/code/decode/program.h"
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

/// When no warp can run, raise a fault that names the waiting threads and where they wait, preferably at a block barrier. Raises
/// nothing if no thread waits.
void report_deadlock(const LaunchContext& context, const Blocks& blocks, Faults& faults);

/// Per instruction of a program: what the paths from it lead to, judging by branches alone.
struct WaysOn {
  std::vector<bool> out;    ///< some path leads out of the function, or to an unknown place (a branch through a table)
  std::vector<bool> meets;  ///< some path leads to a barrier, a warp collective or a call
};
WaysOn ways_on(const Program& program);

}  // namespace warplens::simt
