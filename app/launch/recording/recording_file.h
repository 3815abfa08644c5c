#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"
#include "launch/recording/recording.h"

namespace warplens::launch {

/// File name extension of recordings.
inline constexpr const char* recording_ending = ".recording";

/// Write a recording. Errors: the file cannot be written; the recording has a contradiction(), or is too large for
/// load_recording().
base::Status save(const ProgramRecording& recording, const std::filesystem::path& path);

/// Read a recording from an untrusted file: the returned recording has no contradiction() (recording.h). Errors name the
/// file: it cannot be read, is no recording, is damaged, or needs more than a quarter of this computer's memory.
base::Result<ProgramRecording> load_recording(const std::filesystem::path& path);

/// Parse a recording from the content of its file. Errors: those of load_recording(), which call the file `name`.
base::Result<ProgramRecording> parse_recording(std::span<const std::byte> file, const std::string& name);

/// Update the checksum in `file`, the changed content of a recording's file. Leaves it alone if it is shorter than a header.
void renew_recording_checksum(std::span<std::byte> file);

}  // namespace warplens::launch
