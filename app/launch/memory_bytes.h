#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "launch/launch.h"

namespace warplens::launch {

/// Bytes of memory that a launch needs in addition to its trace: its buffers, the module's variables and the kernel's heap.
std::uint64_t memory_bytes(const Launch& launch);

/// Bytes of this computer's memory that one launch may take on the SIMT machine, with everything that the machine keeps for it:
/// half of it, at most 8 GiB; 1.5 GiB in a page, which has 2 GiB.
std::uint64_t max_launch_bytes_here();

/// Whether the buffers among the arguments are small enough together: half of this computer's memory. The error has both numbers.
/// Asked while arguments are made, before the next one takes its memory.
base::Status check_inputs(const std::vector<Argument>& arguments);

}  // namespace warplens::launch
