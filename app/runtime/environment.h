#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "runtime/launches.h"
#include "runtime/recorder.h"

namespace warplens::runtime {

/// How a program is to run, handed from the process that starts it in environment variables.
struct Environment {
  std::filesystem::path journal;  ///< file for the Journal; empty: none
  std::string spec = "toy";       ///< preset of the SIMT machine
  LaunchOptions launches;
  RecordingOptions recording;
};

/// The value of an environment variable of this process; empty if it is not set.
std::string environment_value(const char* name);

/// From this process's environment; what is missing or wrong has its default.
Environment read_environment();

/// Names and values for the environment of a program.
std::vector<std::pair<std::string, std::string>> variables_of(const Environment& environment);

}  // namespace warplens::runtime
