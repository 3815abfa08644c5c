#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"
#include "launch/recording/recording.h"

namespace warplens::launch {

/// How the names of files of recordings end.
inline constexpr const char* recording_ending = ".recording";

/// Write a recording. Errors: the file cannot be written; the recording contradicts itself, or is larger than what
/// load_recording() reads.
base::Status save(const ProgramRecording& recording, const std::filesystem::path& path);

/// Read a recording, whoever wrote the file: what is returned has no contradiction() (recording_check.h). Errors name the file:
/// it cannot be read, is no recording, is damaged, or needs more memory than a quarter of this computer's.
base::Result<ProgramRecording> load_recording(const std::filesystem::path& path);

/// The recording whose file has the content `file`; errors name it `name` and are those of load_recording().
base::Result<ProgramRecording> parse_recording(std::span<const std::byte> file, const std::string& name);

/// Give `file`, a recording's file that was changed, the checksum of its new content. One shorter than a header stays as it is.
void renew_recording_checksum(std::span<std::byte> file);

}  // namespace warplens::launch
