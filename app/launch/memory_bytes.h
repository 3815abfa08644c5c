#pragma once

#include <cstdint>

#include "launch/launch.h"

namespace warplens::launch {

/// Bytes of memory that a launch needs besides its trace: its buffers, the module's variables and the kernel's heap.
std::uint64_t memory_bytes(const Launch& launch);

}  // namespace warplens::launch
