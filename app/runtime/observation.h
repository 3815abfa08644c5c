#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace warplens::runtime {

/// What is noted about a program that runs on NVIDIA's CUDA runtime, handed from the process that starts it to the library that
/// observes it (app/observe) in environment variables.
struct Observation {
  std::filesystem::path journal;                  ///< file for the Journal; empty: the program is not observed
  std::filesystem::path folder;                   ///< for the file `contents` of a recording; empty: nothing is recorded
  std::uint64_t launch = 0;                       ///< of a recording: whose memory is kept, from 0
  std::uint64_t budget = std::uint64_t{1} << 30;  ///< bytes of memory's contents
};

/// From this process's environment, from which it is removed together with the library that the system's loader was told to load
/// first: what the program starts runs as it would without us.
Observation take_observation();

/// Names and values for the environment of a program that is observed by `library`.
std::vector<std::pair<std::string, std::string>> variables_of(const Observation& observation,
                                                              const std::filesystem::path& library);

}  // namespace warplens::runtime
