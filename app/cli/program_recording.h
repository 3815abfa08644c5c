#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "launch/recording/recording.h"

namespace warplens::cli {

/// Check before the program runs that its recording can be written to `file`. The error says why not.
base::Status check_recording(const std::filesystem::path& file);

/// Save a recording; an error if it failed or has no calls. Returns lines for standard error: its contents, and how to open it.
base::Result<std::string> save_recording(const std::filesystem::path& file,
                                         const base::Result<launch::ProgramRecording>& recording);

}  // namespace warplens::cli
