#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"
#include "grade/submissions.h"

namespace warplens::grade {

/// The folder in which a submitted program is built and runs, and in which our CUDA runtime leaves its notes. The program owns
/// its working folder and the two files of the runtime. It cannot change the surrounding folder, so it cannot replace them by a
/// pipe or a link.
class RunFolder {
 public:
  /// Prepare `folder`, in which the program has been built: make its parts, and copy the submission's regular files, except its
  /// sources, into the working folder; at most 1,000 files and 64 MiB. Errors: of the system.
  static base::Result<RunFolder> make(const std::filesystem::path& folder, const Submission& submission);

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path program() const { return folder_ / "program"; }    ///< the executable
  std::filesystem::path work() const { return folder_ / "work"; }          ///< where it runs
  std::filesystem::path journal() const { return folder_ / "journal"; }    ///< runtime::Environment::journal
  std::filesystem::path contents() const { return folder_ / "contents"; }  ///< in runtime::RecordingOptions::folder

  /// Number of the user to run the program as, if this process is root's: it has no other processes that the program could reach.
  std::uint32_t user() const { return user_; }

 private:
  RunFolder(std::filesystem::path folder, std::uint32_t user) : folder_(std::move(folder)), user_(user) {}

  std::filesystem::path folder_;
  std::uint32_t user_;
};

/// Remove `folder` with everything that a program has left in it, however deep its folders are and whatever their permissions.
void remove_left(const std::filesystem::path& folder);

}  // namespace warplens::grade
