#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "grade/sandbox.h"
#include "grade/submissions.h"
#include "grade/verdict.h"
#include "launch/device.h"

namespace warplens::grade {

/// Judges kernels by an experiment: a submission's kernel replaces the experiment's own, the model solution, runs on the same
/// inputs with the check, and must leave the result of the experiment's reference, or without one, of the model solution.
class KernelJudge {
 public:
  /// Run the model solution: the entry chosen by `settings`. `sandbox`: to compile submissions in; none: they are trusted.
  /// Errors: the model does not run or disagrees with its reference.
  static base::Result<KernelJudge> make(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                        launch::Device& device, std::optional<Sandbox> sandbox);

  /// Compile a submission in the empty `folder`, run and judge it. A kernel is ended after a minute.
  Verdict judge(const Submission& submission, launch::Device& device, const std::filesystem::path& folder) const;

  const Costs& model() const { return model_; }

 private:
  KernelJudge(const experiment::Experiment& experiment, experiment::Settings settings, std::optional<Sandbox> sandbox)
      : experiment_(experiment), settings_(std::move(settings)), sandbox_(sandbox) {}

  base::Status compile(const Submission& submission, const experiment::Experiment& experiment,
                       const std::filesystem::path& output) const;

  const experiment::Experiment& experiment_;
  experiment::Settings settings_;
  std::optional<Sandbox> sandbox_;
  std::uint32_t buffer_ = 0;  ///< output of the launch that is compared
  std::vector<double> expected_;
  double tolerance_ = 0;
  Costs model_;
};

}  // namespace warplens::grade
