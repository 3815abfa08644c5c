#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "grade/limits.h"
#include "grade/submissions.h"
#include "grade/verdict.h"
#include "ptx/compile/options.h"

namespace warplens::grade {

/// Judges whole programs: given the same arguments, a submission must print what the model solution prints, and the check must
/// find nothing in it.
class ProgramJudge {
 public:
  /// Builds and runs the model solution. `trusts`: programs run without a sandbox. `pictures`: verdicts get pictures of the
  /// findings. `time_limit`: of each program at most; they have five seconds and twenty times what the model solution took.
  /// Errors: it cannot be built, it fails, there is no sandbox.
  static base::Result<ProgramJudge> make(const std::filesystem::path& model, std::vector<std::string> arguments,
                                         const ptx::CompileOptions& options, bool trusts, bool pictures = false,
                                         std::chrono::seconds time_limit = program_time);

  /// May be called on several threads.
  Verdict judge(const Submission& submission) const;

 private:
  ProgramJudge(std::vector<std::string> arguments, const ptx::CompileOptions& options, bool trusts, bool pictures,
               std::chrono::seconds time_limit)
      : arguments_(std::move(arguments)), options_(options), trusts_(trusts), pictures_(pictures), time_limit_(time_limit) {}

  struct Ran;
  base::Result<Ran> run_in(const std::filesystem::path& folder, const Submission& submission) const;

  std::vector<std::string> arguments_;
  ptx::CompileOptions options_;
  bool trusts_, pictures_;
  std::chrono::seconds time_limit_;
  std::string expected_;
};

}  // namespace warplens::grade
