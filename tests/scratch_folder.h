#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace warplens {

/// A new folder for files that tests write, removed with this object. Tests run in parallel, each in its own process.
class ScratchFolder {
 public:
  ScratchFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("warplens_test_" + std::to_string(::getpid()) + "_" + std::to_string(next_number()))) {
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
  static int next_number() {
    static int number = 0;
    return number++;
  }

  std::filesystem::path path_;
};

/// Path of a scratch file or folder of this process.
inline std::filesystem::path scratch(const std::string& name) {
  static const ScratchFolder folder;
  return folder.path() / name;
}

}  // namespace warplens
