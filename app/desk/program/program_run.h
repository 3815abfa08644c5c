#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace warplens::desk {

/// Whether Python can be run here. It cannot in a page.
bool runs_python();

class PageRun;

/// What to build and run.
struct ProgramCommand {
  std::vector<std::filesystem::path> sources;  ///< that with main() first
  std::vector<std::string> arguments;
  std::string spec;                 ///< preset of the SIMT machine
  std::filesystem::path recording;  ///< file to write
  /// Run the program in a sandbox, where this folder is all that it can read; "": run it with this user's rights.
  std::filesystem::path sandbox = {};
};

/// One run of a program, from the compiler to its end. The window's thread reads and stops it while another one waits for it.
class ProgramRun {
 public:
  static constexpr std::size_t max_output = 64 * 1024;  ///< bytes that are kept of what it prints

  /// Build the program and run it, with the check and a recording; return the exit status of `warplens program`. Calls
  /// `changed` after each output. In a page, throws base::NotYet as long as the program has not ended. Errors: it cannot be
  /// started; in a page, it was not built, or left no recording.
  base::Result<int> wait(const ProgramCommand& command, const std::function<void()>& changed);

  /// What it has printed so far on its standard output and standard error, from the beginning.
  std::string output() const;
  /// End the compiler or the program. What the program has done until then is recorded. Without a process yet, end it when it
  /// comes.
  void stop();
  bool stopped() const;

 private:
  mutable std::mutex mutex_;
  std::string output_;
  int child_ = 0;  ///< our command line's process; 0: there is none
  std::optional<std::chrono::steady_clock::time_point> stopped_;
  // In a page: how far the build has come, and the run.
  std::vector<std::string> ptx_;
  std::optional<std::string> program_;
  std::shared_ptr<PageRun> page_;
};

}  // namespace warplens::desk
