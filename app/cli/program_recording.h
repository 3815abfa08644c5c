#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "launch/recording/recording.h"

namespace warplens::cli {

/// Refuse a file that could not be written in the end, before the program runs.
base::Status check_recording(const std::filesystem::path& file);

/// Save what was recorded, if it was. Returns lines for standard error: what is in it, and what to do with it.
base::Result<std::string> save_recording(const std::filesystem::path& file,
                                         const base::Result<launch::ProgramRecording>& recording);

}  // namespace warplens::cli
