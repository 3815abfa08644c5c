#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens::desk {

/// A source to begin with (assets/templates/NAME.cu). The comment in its first line says what it is.
struct KernelTemplate {
  std::string name, label;
  std::filesystem::path file;
};
std::vector<KernelTemplate> kernel_templates();

/// Make a file in `folder`, which is created if need be, from a template: NAME.cu, or NAME-2.cu and so on if there is one.
/// Errors: a folder or file that cannot be made.
base::Result<std::filesystem::path> new_from_template(const KernelTemplate& chosen, const std::filesystem::path& folder);

/// Copy an experiment's source, and its .toml if it has one, to `folder` under the first free name. The file to open is returned:
/// the .toml if there is one. Errors: files that cannot be read or written.
base::Result<std::filesystem::path> copy_of(const experiment::Experiment& experiment, const std::filesystem::path& folder);

/// Write an experiment with these settings as a program with a main() of its own (export/program/program.h), NAME-program.cu in
/// `folder` or the first free name after it. Errors: those of export_::save_program(), a folder that cannot be made.
base::Result<std::filesystem::path> new_program(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                                const std::filesystem::path& folder);

/// The files opened last, the newest first, at most ten.
class RecentFiles {
 public:
  static constexpr std::size_t most = 10;
  /// `kept`: the text file that remembers them, a path on each line; "" for none.
  explicit RecentFiles(std::filesystem::path kept = {});
  /// Put a file first. Errors: the list cannot be written.
  base::Status add(const std::filesystem::path& file);
  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::filesystem::path kept_;
  std::vector<std::filesystem::path> files_;
};

/// warplens/recent in the folder for a user's state; "" where there is none.
std::filesystem::path recent_files_file();

/// The folder for new files: that of the file opened last, else warplens in the user's home.
std::filesystem::path folder_for_new_files(const RecentFiles& recent);

}  // namespace warplens::desk
