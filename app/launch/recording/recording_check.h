#pragma once

#include <string>

#include "launch/recording/recording.h"

namespace warplens::launch {

/// Find a contradiction in a recording, or a value over the limits below: returns a clause for an error, or "" if there is none.
/// In a recording without contradictions, every index is in range, every launch has a kernel, memory and parameters of the right
/// size at addresses of the SIMT machine, and times are in order.
std::string contradiction(const ProgramRecording& recording);

inline constexpr std::size_t max_recorded_ptx = 16u << 20;  ///< bytes of all modules together

}  // namespace warplens::launch
