#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace warplens::base {

/// What a program that ran to its end left.
struct ProcessResult {
  int exit_status = 0;  ///< as from its main(); 128 + the signal's number where a signal ended it
  std::string output;   ///< standard output and standard error as they came, the first megabyte
};

/// Run `program` and wait until it ends, at most for `limit`. Its input is empty; arguments reach it unchanged by any shell.
/// `memory`: bytes of address space that it and each of its children may have; 0: any number. Errors: it cannot be started, or
/// did not end in time (it is then ended).
Result<ProcessResult> run_process(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                                  std::chrono::seconds limit, std::uint64_t memory = 0);

/// Where the shell would find `name` on PATH; empty where it would not.
std::filesystem::path find_program(const std::string& name);

/// A new folder among the system's temporary files, removed with all that is in it at the end of its life.
class TemporaryFolder {
 public:
  static Result<TemporaryFolder> create();
  ~TemporaryFolder();
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// The path of the folder, which stays when this object ends.
  std::filesystem::path release() { return std::exchange(path_, {}); }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace warplens::base
