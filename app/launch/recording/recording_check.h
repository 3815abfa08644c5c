#pragma once

#include <string>

#include "launch/recording/recording.h"

namespace warplens::launch {

/// What contradicts itself in a recording, or is over the limits below, a clause for an error; empty if nothing does. Of a
/// recording without contradictions every index is in range, every launch has a kernel, memory and parameters of the right size
/// at addresses that the SIMT machine has, and times are in order.
std::string contradiction(const ProgramRecording& recording);

inline constexpr std::size_t max_recorded_ptx = 16u << 20;  ///< bytes of all modules together

}  // namespace warplens::launch
