#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::grade {

/// The work handed in by one student.
struct Submission {
  std::string name;                            ///< name of the file without its ending, or of the folder
  std::vector<std::filesystem::path> sources;  ///< .cu files, and the C++ files in the same folder
  std::filesystem::path folder{};              ///< with all that belongs to it; "": it is a single file

  /// The paths that a compiler may read: the folder, or the file.
  std::vector<std::filesystem::path> files() const;
  /// Whether the submission or one of its sources is a link, perhaps to somebody else's file or folder.
  bool is_link() const;
};

/// Whether a file is a source for a compiler: .cu or C++.
bool is_source(const std::filesystem::path& file);

/// The submissions in a folder, by name: each .cu file, and each folder in it that holds one. Errors: no such folder, none in it.
base::Result<std::vector<Submission>> submissions_in(const std::filesystem::path& folder);

}  // namespace warplens::grade
