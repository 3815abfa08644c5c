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

/// If the command line asks for the window, by nothing but --kernels options or by nothing at all: their folders. Nothing if
/// there is a command, or anything else that run() has to answer.
std::optional<std::vector<std::filesystem::path>> window_request(int argc, char** argv);

/// Serve one command (`warplens run …`) and return the exit status. Finds the machines that the command needs by `devices`. Needs
/// no display. Results go to standard output, errors to standard error; never throws.
int run(int argc, char** argv, launch::DeviceFinder& devices);

}  // namespace warplens::cli
