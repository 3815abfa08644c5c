#pragma once

#include <filesystem>
#include <vector>

#include "launch/recording/recording.h"
#include "program/named_files.h"

namespace warplens::program {

/// Read the source files of a recorded program into it: `given`, then the files named by its places and by the line information
/// of its kernels, at most 16 MiB together. Leaves out headers of the system and files that may not or cannot be read.
void add_sources(launch::ProgramRecording& recording, const std::vector<std::filesystem::path>& given, const NamedFiles& files);

}  // namespace warplens::program
