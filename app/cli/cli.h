#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "launch/device_finder.h"

namespace warplens::cli {

/// Exit statuses (README, "From the command line").
inline constexpr int status_fine = 0;
inline constexpr int status_wrong_request = 1;  ///< usage, file, PTX, geometry over a limit
inline constexpr int status_kernel_failed = 2;  ///< bad address, barrier never met, deadlock, step limit
inline constexpr int status_found = 3;          ///< --check found something, or a result differs from its reference

/// Version of this program.
const char* version();

/// Folders of --kernels when the command line holds nothing else (or nothing at all): the window is asked for.
/// Nothing where there is a command, or anything that run() has to answer.
std::optional<std::vector<std::filesystem::path>> window_request(int argc, char** argv);

/// Serve one command (`warplens run …`) on these machines, of which it looks for those that it needs, and return the exit status.
/// Needs no display. Results go to standard output, errors to standard error; never throws.
int run(int argc, char** argv, launch::DeviceFinder& devices);

}  // namespace warplens::cli
