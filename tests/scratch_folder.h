#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace warplens {

/// A folder for files that the tests of this process write, removed when the process ends. Tests run in parallel, each in its own
/// process.
class ScratchFolder {
 public:
  ScratchFolder() : path_(std::filesystem::temp_directory_path() / ("warplens_test_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Path of a scratch file or folder of this process.
inline std::filesystem::path scratch(const std::string& name) {
  static const ScratchFolder folder;
  return folder.path() / name;
}

}  // namespace warplens
