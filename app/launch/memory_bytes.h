#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "launch/launch.h"

namespace warplens::launch {

/// Memory that a launch needs in addition to its trace, bytes: its buffers, the module's variables and the kernel's heap.
std::uint64_t memory_bytes(const Launch& launch);

/// Limit of this computer's memory for one launch on the SIMT machine, bytes, including everything that the machine keeps for it:
/// half of the memory, at most 8 GiB; 1.5 GiB in a web page, which has 2 GiB.
std::uint64_t max_launch_bytes_here();

/// Check that the buffers among the arguments together take at most half of this computer's memory. The error has both numbers.
/// Call it while making arguments, before the next one takes its memory.
base::Status check_inputs(const std::vector<Argument>& arguments);

}  // namespace warplens::launch
