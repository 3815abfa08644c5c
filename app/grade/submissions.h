#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::grade {

/// The work handed in by one student.
struct Submission {
  std::string name;                            ///< name of the file without its ending, or of the folder
  std::vector<std::filesystem::path> sources;  ///< .cu files, and the C++ files in the same folder; or one script of Python
  std::filesystem::path folder{};              ///< with all that belongs to it; "": it is a single file

  /// The paths that a compiler may read: the folder, or the file.
  std::vector<std::filesystem::path> files() const;
  /// Whether Python runs it, so that there is nothing to build.
  bool is_script() const;
  /// Whether the submission or one of its sources is a link, perhaps to somebody else's file or folder.
  bool is_link() const;
};

/// Whether a file is a source for a compiler: .cu or C++.
bool is_source(const std::filesystem::path& file);

/// What is handed in.
enum class Handed : std::uint8_t { cuda, python };

/// The submissions in a folder, by name: each .cu file, and each folder in it that holds one; or each .py file and notebook, and
/// each folder that holds some, of which main.py, else the first, is run. Errors: no such folder, none in it.
base::Result<std::vector<Submission>> submissions_in(const std::filesystem::path& folder, Handed handed = Handed::cuda);

/// The folder in which a submitted program is built and runs, and in which our CUDA runtime leaves its notes. The program owns
/// its working folder and the two files of the runtime. It cannot change the surrounding folder, so it cannot replace them by a
/// pipe or a link.
class RunFolder {
 public:
  /// Prepare `folder`, in which the program has been built: make its parts, and copy the submission's regular files, except its
  /// sources, into the working folder; at most 1,000 files and 64 MiB. A script is copied, too. Errors: of the system.
  static base::Result<RunFolder> make(const std::filesystem::path& folder, const Submission& submission);

  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path program() const { return folder_ / "program"; }    ///< the executable; empty for a script
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

/// How long a submission may run: warp instructions of a kernel during which no block ends (some seconds), time of a whole
/// kernel, maximum time of a program.
inline constexpr std::uint64_t step_limit = 100'000'000;
inline constexpr std::chrono::seconds kernel_time{60}, program_time{30};

/// Limits of a submission's compiler: time, bytes of address space.
inline constexpr std::chrono::seconds compiler_time{60};
inline constexpr std::uint64_t compiler_memory = std::uint64_t{4} << 30;

/// Limits of judging one submission, compiler and program included: time, bytes of memory held at once, and bytes in its
/// folder.
inline constexpr std::chrono::seconds judge_time{300};
inline constexpr std::uint64_t judge_memory = std::uint64_t{8} << 30, judge_disk = std::uint64_t{1} << 30;

}  // namespace warplens::grade
