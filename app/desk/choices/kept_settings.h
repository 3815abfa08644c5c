#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens::desk {

/// The settings of kernels and experiments from the user's files, as they were left: for when a file is opened again. Each is
/// known by its file and kernel.
class KeptSettings {
 public:
  /// `folder`: for the next start of the program, a session file for each; "": kept until the program ends.
  explicit KeptSettings(std::filesystem::path folder = {}) : folder_(std::move(folder)) {}

  /// The settings that an experiment was left with; nothing if it is not the user's, or they fit its arguments no longer.
  std::optional<experiment::Settings> of(const experiment::Experiment& experiment) const;
  /// Remember the settings of a run. Other experiments than those of the user's .cu, .ptx, .ll and .toml files are ignored, and
  /// so is a recorded order of warps. Errors: a file that cannot be written.
  base::Status keep(const experiment::Experiment& experiment, experiment::Settings settings);

 private:
  std::filesystem::path file_of(const std::string& key) const;

  std::filesystem::path folder_;
  std::map<std::string, experiment::Settings> kept_;  ///< since the start, by key
};

/// The folder in which they are kept: warplens/kernels, among the user's state; "" if there is no place for that.
std::filesystem::path kept_settings_folder();

}  // namespace warplens::desk
