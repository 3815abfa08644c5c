#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warplens::runtime {

/// Options for observing a program that runs on NVIDIA's CUDA runtime. The process that starts it passes them, in environment
/// variables, to the library that observes it (app/observe).
struct Observation {
  std::filesystem::path journal;                  ///< file for the Journal; empty: the program is not observed
  std::filesystem::path folder;                   ///< for the file `contents` of a recording; empty: nothing is recorded
  std::uint64_t launch = 0;                       ///< in a recording: number, from 0, of the launch whose memory is kept
  std::uint64_t budget = std::uint64_t{1} << 30;  ///< bytes of memory's contents
};

/// Read the options from this process's environment, and remove them and the instruction to preload this library: processes that
/// the program starts run as they would without us.
Observation take_observation();

/// Names and values of environment variables for a program to be observed by `library`.
std::vector<std::pair<std::string, std::string>> variables_of(const Observation& observation,
                                                              const std::filesystem::path& library);

}  // namespace warplens::runtime
