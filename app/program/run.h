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
  int signal = 0;          ///< that ended it; 0 if none did
  bool timed_out = false;  ///< it was ended, as its time was over
  std::string output;      ///< the first 64 KiB of what it wrote to standard output, if that was asked for
};

/// What a program is run with, apart from its arguments.
struct RunOptions {
  Variables variables{};               ///< of its environment, added to this process's
  bool inherits = true;                ///< it has this process's environment
  bool captures = false;               ///< keep the beginning of its standard output
  bool shows = false;                  ///< with `captures`: pass its standard output on as well
  bool silent = false;                 ///< no input, and its standard error is lost
  std::chrono::seconds time_limit{0};  ///< 0: none
  std::vector<std::string> wrapper{};  ///< a command that runs the one after it: a sandbox
};

/// Run an executable with this process's input and standard error, and wait until it ends. Errors: it
/// cannot be started.
base::Result<Ended> run(const std::filesystem::path& executable, const std::vector<std::string>& arguments,
                        const RunOptions& options);

}  // namespace warplens::program
