#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "grade/sandbox.h"
#include "grade/submissions.h"
#include "grade/verdict.h"
#include "ptx/compile/options.h"

namespace warplens::grade {

/// Judges whole programs: given the same arguments, a submission must print what the model solution prints, and the check must
/// find nothing in it.
class ProgramJudge {
 public:
  /// Builds and runs the model solution. `sandbox`: to build and run programs in; none: they are trusted. `pictures`: verdicts
  /// get pictures of the findings. A program may run for five seconds plus twenty times as long as the model solution, at most
  /// for `time_limit`. Errors: the model solution cannot be built, or fails.
  static base::Result<ProgramJudge> make(const std::filesystem::path& model, std::vector<std::string> arguments,
                                         const ptx::CompileOptions& options, std::optional<Sandbox> sandbox,
                                         bool pictures = false, std::chrono::seconds time_limit = program_time);

  /// From now on, memory that is never freed counts: the verdict is at least Word::leaking.
  void mark_leaks() { marks_leaks_ = true; }

  /// Build and run a submission in the empty `folder`, and judge it.
  Verdict judge(const Submission& submission, const std::filesystem::path& folder) const;

 private:
  ProgramJudge(std::vector<std::string> arguments, const ptx::CompileOptions& options, std::optional<Sandbox> sandbox,
               bool pictures, std::chrono::seconds time_limit)
      : arguments_(std::move(arguments)), options_(options), sandbox_(sandbox), pictures_(pictures), time_limit_(time_limit) {}

  struct Ran;
  base::Status build_in(const std::filesystem::path& folder, const Submission& submission) const;
  base::Result<Ran> run_in(const std::filesystem::path& folder, const Submission& submission) const;
  std::vector<std::filesystem::path> readable(const Submission& submission) const;

  std::vector<std::string> arguments_;
  ptx::CompileOptions options_;
  std::optional<Sandbox> sandbox_;
  std::filesystem::path python_;  ///< runs scripts; "": the model solution is none
  bool pictures_;
  std::chrono::seconds time_limit_;
  std::string expected_;
  bool marks_leaks_ = false;
  bool launches_ = false;  ///< whether the model solution launches a kernel
};

}  // namespace warplens::grade
