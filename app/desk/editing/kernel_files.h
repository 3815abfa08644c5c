#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"

namespace warplens::desk {

/// A source to begin with (assets/templates/NAME.cu). The comment in its first line describes it.
struct KernelTemplate {
  std::string name, label;
  std::filesystem::path file;
};
std::vector<KernelTemplate> kernel_templates();

/// Make a file from a template in `folder`, which is created if need be: NAME.cu, or NAME-2.cu and so on if NAME.cu exists.
/// Errors: a folder or file that cannot be made.
base::Result<std::filesystem::path> new_from_template(const KernelTemplate& chosen, const std::filesystem::path& folder);

/// Whether a text has a kernel: the word __global__.
bool has_kernel(std::string_view text);

/// Write a text that was copied elsewhere to a file of its own in `folder`, named after its first kernel. Errors: it has no
/// kernel, or is longer than anybody writes; a folder or file that cannot be made.
base::Result<std::filesystem::path> new_from_text(const std::string& text, const std::filesystem::path& folder);

/// Copy an experiment's source, and its .toml if it has one, to `folder` under the first free name. Returns the file to open: the
/// .toml if there is one. Errors: files that cannot be read or written.
base::Result<std::filesystem::path> copy_of(const experiment::Experiment& experiment, const std::filesystem::path& folder);

/// Write an experiment with these settings as a program with a main() of its own (export/program/program.h), to NAME-program.cu
/// in `folder` or the next free name. Errors: as export_::save_program(); a folder that cannot be made.
base::Result<std::filesystem::path> new_program(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                                const std::filesystem::path& folder);

/// The most recently opened files, the latest first, at most ten.
class RecentFiles {
 public:
  static constexpr std::size_t most = 10;
  /// `kept`: a text file that stores them, one path per line; "": not stored.
  explicit RecentFiles(std::filesystem::path kept = {});
  /// Put a file first. Errors: the list cannot be written.
  base::Status add(const std::filesystem::path& file);
  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::filesystem::path kept_;
  std::vector<std::filesystem::path> files_;
};

/// warplens/recent in the folder for a user's state; "" if there is no such folder.
std::filesystem::path recent_files_file();

/// The folder for new files: the folder of the file opened last, else warplens in the user's home.
std::filesystem::path folder_for_new_files(const RecentFiles& recent);

}  // namespace warplens::desk
