#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/variables.h"

namespace warplens::program {

/// How a program ended.
struct Ended {
  int exit_status = 0;     ///< 128 + the signal's number where a signal ended it
  int signal = 0;          ///< signal that ended it; 0: none
  bool timed_out = false;  ///< ended because its time was over
  std::string output;      ///< with RunOptions::captures: the first 64 KiB of its standard output
};

/// Options for running a program, apart from its arguments.
struct RunOptions {
  Variables variables{};               ///< environment variables to add
  bool inherits = true;                ///< pass on this process's environment
  bool captures = false;               ///< keep the beginning of its standard output
  bool shows = false;                  ///< with `captures`: pass its standard output on as well
  bool silent = false;                 ///< no input, and drop its standard error
  std::chrono::seconds time_limit{0};  ///< 0: none
  std::vector<std::string> wrapper{};  ///< a command prefix: a sandbox
};

/// Run an executable with this process's input and standard error, and wait until it ends. Errors: it
/// cannot be started.
base::Result<Ended> run(const std::filesystem::path& executable, const std::vector<std::string>& arguments,
                        const RunOptions& options);

}  // namespace warplens::program
