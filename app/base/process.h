#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace warplens::base {

/// Exit status and output of a program that has ended.
struct ProcessResult {
  int exit_status = 0;  ///< return value of its main(); 128 + the signal's number if a signal ended it
  std::string output;   ///< standard output and standard error, interleaved as written; the first megabyte
};

/// Run `program` and wait until it ends, at most for `limit`. Its input is empty; no shell changes the arguments. `memory`: limit
/// of address space for the program and each of its children, bytes; 0: no limit. Errors: it cannot be started, or did not end in
/// time (it is then killed).
Result<ProcessResult> run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                  std::chrono::seconds limit, std::uint64_t memory = 0);

/// Find `name` on PATH, as a shell does; empty if it is not there.
std::filesystem::path find_program(const std::string& name);

/// A new folder among the system's temporary files; the destructor removes it with its content.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> create();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Return the path, and keep the folder when this object ends.
  std::filesystem::path release() { return std::exchange(path_, {}); }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

/// Snapshot of the processes running on this computer. Empty if /proc is not mounted.
class ProcessTree {
 public:
  /// Take a snapshot of the processes that run now.
  ProcessTree();

  /// All descendants of `process`.
  std::vector<pid_t> below(pid_t process) const;
  /// Resident memory of `process` and its descendants, bytes. Memory that they share counts for each.
  std::uint64_t resident_bytes(pid_t process) const;

 private:
  std::multimap<pid_t, pid_t> children_;           ///< by parent
  std::map<pid_t, std::uint64_t> resident_bytes_;  ///< of each process
};

/// Kill all descendants of `process` at once (SIGKILL). A process may be starting another one meanwhile, so this looks again
/// until none is left.
void end_descendants_of(pid_t process);

}  // namespace warplens::base
