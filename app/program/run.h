#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "runtime/environment.h"

namespace warplens::program {

/// How a program ended.
struct Ended {
  int exit_status = 0;  ///< 128 + the signal's number where a signal ended it
  int signal = 0;       ///< that ended it; 0 if none did
  std::string output;   ///< the first 64 KiB of what it wrote to standard output, if that was asked for
};

/// Run an executable that uses our CUDA runtime, with this process's input and standard error, and wait until it ends.
/// `captures`: keep its standard output instead of letting it through. Errors: it cannot be started.
base::Result<Ended> run(const std::filesystem::path& executable, const std::vector<std::string>& arguments,
                        const runtime::Environment& environment, bool captures);

}  // namespace warplens::program
