#include <fmt/format.h>

#include <utility>

#include "base/file.h"
#include "experiment/recording/recorded_program.h"
#include "launch/recording/recording_file.h"

namespace warplens::experiment {
namespace {

/// What changes with the file's content, without reading it.
std::string stamp_of(const std::filesystem::path& file) {
  std::error_code code;
  const auto size = std::filesystem::file_size(file, code);
  const auto time = std::filesystem::last_write_time(file, code).time_since_epoch().count();
  return fmt::format("recording of {} bytes at {}", size, time);
}

}  // namespace

bool is_recording_file(const std::filesystem::path& file) { return file.extension() == launch::recording_ending; }

base::Result<Experiment> open_recording(const std::filesystem::path& file) {
  const std::string stamp = stamp_of(file);
  auto recording = launch::load_recording(file);
  if (!recording) return recording.error();
  auto experiment = experiment_of(std::make_shared<const launch::ProgramRecording>(std::move(*recording)));
  if (!experiment) {
    base::Error error = experiment.error();
    error.message = (error.file.empty() ? "" : error.file + ": ") + error.message;
    return base::Error{file.string(), 0, 0, std::move(error.message)};
  }
  experiment->id = file.string();
  experiment->file = experiment->source = file;
  experiment->described = stamp;
  return experiment;
}

}  // namespace warplens::experiment
