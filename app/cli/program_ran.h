#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include "base/process.h"
#include "base/result.h"
#include "cli/program_request.h"
#include "program/events.h"
#include "program/run.h"
#include "runtime/environment.h"

namespace warplens::cli {

/// Removes the folder of a confined program when this object ends, whatever the program has left there.
class Leftovers {
 public:
  /// `folder`: "": there is none.
  explicit Leftovers(std::filesystem::path folder) : folder_(std::move(folder)) {}
  Leftovers(Leftovers&& other) noexcept : folder_(std::exchange(other.folder_, {})) {}
  Leftovers& operator=(Leftovers&&) = delete;
  ~Leftovers();

 private:
  std::filesystem::path folder_;
};

/// A program that has run on the SIMT machine.
struct ProgramRan {
  base::TemporaryFolder folder;  ///< has the notes of our CUDA runtime, which a recording is made of
  Leftovers leftovers;
  runtime::Environment environment;  ///< with which it ran
  program::Events events;
  program::Ended ended;
  std::string name;      ///< of the executable
  std::string warnings;  ///< of the compiler, as lines
};

/// How a program runs: what it prints is kept, or passed on as well.
struct ProgramOutput {
  bool captures = false, shows = false;
};

/// Build a program and run it, with this process's rights. Errors: it cannot be built or started.
base::Result<ProgramRan> run_here(const ProgramRequest& request, const runtime::Environment& environment, bool records,
                                  ProgramOutput output, const ptx::CompileOptions& compile);
/// The same in the sandbox in which submissions are graded (grade/sandbox.h): the compiler and the program see no files but the
/// system's and those of `visible`, a folder with the sources. The program has no input. Errors: also that there is no sandbox
/// here, or that a source is not in that folder.
base::Result<ProgramRan> run_in_sandbox(const ProgramRequest& request, const runtime::Environment& environment, bool records,
                                        ProgramOutput output, const ptx::CompileOptions& compile,
                                        const std::filesystem::path& visible);

}  // namespace warplens::cli
