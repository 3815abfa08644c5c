#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "launch/recording/recording.h"
#include "program/outcome.h"
#include "runtime/environment.h"

namespace warplens::cli {

/// The options of `warplens program`.
struct ProgramOptions {
  std::vector<std::string> files;  ///< sources or an executable, then the program's own arguments
  std::string device = "auto", spec, schedule = "timed", seed = "1", step_limit = "2000000000";
  std::string new_program, record, launch;
  std::string python;   ///< the Python for scripts and notebooks; "": the first that has Numba
  std::string sandbox;  ///< folder that a confined program may read; "": it runs with this process's rights
  bool json = false, check = false, quiet = false;
};

/// The program to build or run, and its arguments.
struct ProgramRequest {
  std::vector<std::filesystem::path> sources;
  std::filesystem::path executable;  ///< without sources
  std::filesystem::path script;      ///< for a Python, which then is the executable; "": none
  bool is_python = false;            ///< the executable is a Python
  std::string remark;                ///< on the choice of the Python and of the card, as lines
  std::vector<std::string> arguments;
};

/// Split ProgramOptions::files, which must not be empty, and add the arguments after `--`. Errors: there is no such executable,
/// or no Python for a script.
base::Result<ProgramRequest> program_request(const ProgramOptions& options, const Context& context);

/// How the SIMT machine runs a program's launches. Errors: options that name none of the presets, schedules or numbers.
base::Result<runtime::Environment> environment_of(const ProgramOptions& options, const Context& context);

/// Where no card is asked for, and the sources are compiled for a newer one than the toy is: run on the first that is as new, and
/// say so in the request's remark.
void choose_card(ProgramRequest& request, const ProgramOptions& options, const Context& context,
                 runtime::Environment& environment);

/// Lines for standard error: "homework.cu:12: finding: leak: …".
std::string program_remarks(const program::Outcome& outcome);

/// Exit status of the command when the program has ended; with `check`, findings make it status_found.
int exit_status_of(const program::Outcome& outcome, bool check);

/// Check before the program runs that its recording can be written to `file`. The error says why not.
base::Status check_recording(const std::filesystem::path& file);

/// Save a recording; an error if it failed or has no calls. Returns lines for standard error: its contents, and how to open it.
base::Result<std::string> save_recording(const std::filesystem::path& file,
                                         const base::Result<launch::ProgramRecording>& recording);

}  // namespace warplens::cli
