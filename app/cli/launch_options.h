#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "launch/launch.h"

namespace warplens::cli {

/// The options that describe a launch of a kernel in a file, as given.
struct LaunchOptions {
  std::string source, grid, block, shared = "0";
  std::vector<std::string> arguments, symbols;
  std::string spec, schedule = "timed", seed = "1";
  std::string step_limit = "2000000000";
  std::string cores, machine_code = "auto";
  bool as_hardware = false;
};
/// Add all of them to a command but the source. `options` must outlive the command. `required`: --grid and --block are.
void add_launch_options(CLI::App& command, LaunchOptions& options, bool required = true);

/// Make the launch of these options. Its buffers are called "argument 0" and so on, as in messages. Errors name the option, or
/// are those of load_kernel() and launch::check().
base::Result<launch::Launch> parse_launch(const LaunchOptions& options, const Context& context);

}  // namespace warplens::cli
