#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "desk/editing/kernel_files.h"

namespace warplens::ui {

/// A folder in the dialog, with its contents.
struct FolderContents {
  std::filesystem::path folder;
  std::vector<std::filesystem::path> folders, files;  ///< by name; only files that the window can open
  std::string problem;                                ///< why it cannot be read; "" if it can
};
/// Read at most 5,000 entries of a folder. Errors become FolderContents::problem.
FolderContents read_folder(const std::filesystem::path& folder);

/// The dialog to open, make and copy kernels.
struct OpenFileState {
  bool show = false;
  bool keyboard_wanted = false;  ///< the path takes what is typed, from the next frame on
  std::string folder;            ///< as typed
  FolderContents contents;
  std::vector<desk::KernelTemplate> templates;
};

/// Show the dialog, at the folder for new files.
void open_dialog(const desk::RecentFiles& recent, OpenFileState& state);

}  // namespace warplens::ui
