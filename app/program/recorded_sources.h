#pragma once

#include <filesystem>
#include <vector>

#include "launch/recording/recording.h"

namespace warplens::program {

/// Read the source files of a recorded program into it: `given`, then those that its places and the line information of its
/// kernels name, at most 16 MiB together. Leaves out headers of the system and what cannot be read.
void add_sources(launch::ProgramRecording& recording, const std::vector<std::filesystem::path>& given);

}  // namespace warplens::program
