#pragma once

#include <string>
#include <vector>

#include "launch/recording/recording.h"

namespace warplens::launch {

/// Names of a recording's allocations, by index, each different: the second d_x is "d_x (2)".
std::vector<std::string> allocation_names(const ProgramRecording& recording);

}  // namespace warplens::launch
