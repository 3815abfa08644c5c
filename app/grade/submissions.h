#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::grade {

/// What one student handed in.
struct Submission {
  std::string name;                            ///< of the file without its ending, or of the folder
  std::vector<std::filesystem::path> sources;  ///< .cu files, and the C++ files beside them in a folder
};

/// The submissions in a folder, by name: each .cu file, and each folder in it that holds one. Errors: no such folder, none in it.
base::Result<std::vector<Submission>> submissions_in(const std::filesystem::path& folder);

}  // namespace warplens::grade
