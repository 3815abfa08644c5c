#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "runtime/launches.h"
#include "runtime/recorder.h"

namespace warplens::runtime {

/// Options for running a program, passed by the process that starts it in environment variables.
struct Environment {
  std::filesystem::path journal;  ///< file for the Journal; empty: none
  std::string spec = "toy";       ///< preset of the SIMT machine
  LaunchOptions launches;
  RecordingOptions recording;
};

/// Read an environment variable of this process; empty if it is not set.
std::string environment_value(const char* name);

/// Read the options from this process's environment. Missing or invalid ones keep their defaults.
Environment read_environment();

/// Names and values of environment variables that pass these options to a program.
std::vector<std::pair<std::string, std::string>> variables_of(const Environment& environment);

}  // namespace warplens::runtime
