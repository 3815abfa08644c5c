#include "base/file.h"
#include "experiment/recording/recorded_program.h"

namespace warplens::experiment {

bool is_recording_file(const std::filesystem::path& file) { return file.extension() == ".recording"; }

base::Result<Experiment> open_recording(const std::filesystem::path& file) {
  return base::Error{file.string(), 0, 0, "recordings cannot be read yet"};
}

}  // namespace warplens::experiment
