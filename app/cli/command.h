#pragma once

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/cli.h"
#include "launch/device_finder.h"
#include "ptx/compile/options.h"

namespace warplens::cli {

/// The input of every command besides its own options.
struct Context {
  launch::DeviceFinder& devices;
  std::vector<std::filesystem::path> kernels;  ///< folders of --kernels
  ptx::CompileOptions compile{};               ///< -I, -D, --arch and --std
  std::vector<std::string> arguments{};        ///< arguments after --, for the program to run
  bool allow_outside = false;                  ///< --allow-outside: opened files may read outside their folders
};

/// The outcome of a command: text for standard output; for standard error a line for each error, then the remarks; and the exit
/// status.
struct Answer {
  std::string text;
  std::vector<base::Error> errors;
  int status = status_fine;
  std::string remarks{};
};

using Serve = std::function<base::Result<Answer>(const Context&)>;

/// Add the options to `command` and return the handler to call after parsing. One file per command: command_*.cpp.
Serve add_run(CLI::App& command);
Serve add_why(CLI::App& command);
Serve add_experiment(CLI::App& command);
Serve add_list(CLI::App& command);
Serve add_info(CLI::App& command);
Serve add_merge(CLI::App& command);
Serve add_device_server(CLI::App& command);
Serve add_compile(CLI::App& command);
Serve add_sweep(CLI::App& command);
Serve add_render(CLI::App& command);
Serve add_record(CLI::App& command);
Serve add_program(CLI::App& command);
Serve add_grade(CLI::App& command);
Serve add_confined(CLI::App& command);
Serve add_notes(CLI::App& command);

}  // namespace warplens::cli
