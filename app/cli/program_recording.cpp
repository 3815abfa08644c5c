#include "cli/program_recording.h"

#include <algorithm>

#include "base/file.h"
#include "base/number_format.h"
#include "launch/recording/recording_file.h"

namespace warplens::cli {

base::Status check_recording(const std::filesystem::path& file) {
  if (file.extension() != launch::recording_ending)
    return base::Error{file.string(), 0, 0, "the name of a recording ends in " + std::string(launch::recording_ending)};
  const auto trial = base::create_part(file);
  if (!trial) return trial.error();
  std::error_code code;
  std::filesystem::remove(*trial, code);
  if (std::filesystem::is_directory(file, code)) return base::Error{file.string(), 0, 0, "cannot write: it is a folder"};
  return base::Nothing{};
}

base::Result<std::string> save_recording(const std::filesystem::path& file,
                                         const base::Result<launch::ProgramRecording>& recording) {
  if (!recording) return base::Error{file.string(), 0, 0, recording.error().message};
  if (recording->calls.empty()) return base::Error{file.string(), 0, 0, "not written, as the program made no call to CUDA"};
  if (const base::Status saved = save(*recording, file); !saved) return saved.error();
  const auto kept = std::ranges::count(recording->launches, "", &launch::RecordedLaunch::not_kept);
  const std::string launches = base::counted(recording->launches.size(), "launch");
  std::string text = "note: recorded " + base::counted(recording->calls.size(), "call") +
                     (recording->measured ? " and " + launches + " with its memory" : ", " + launches + " among them") +
                     "; open it with: warplens " + file.string() + "\n";
  if (const auto missing = recording->launches.size() - static_cast<std::size_t>(kept); missing > 0)
    text += "note: the memory of " + base::counted(missing, "launch") + " is not in the recording\n";
  if (!recording->incomplete.empty()) text += "note: " + recording->incomplete + "\n";
  return text;
}

}  // namespace warplens::cli
