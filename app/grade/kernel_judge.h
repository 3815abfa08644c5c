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

/// Judges kernels by an experiment: a submission's kernel takes the place of the experiment's own, runs on the same inputs with
/// the check, and must leave what the experiment's reference says, or else what its own kernel, the model solution, leaves.
class KernelJudge {
 public:
  /// Runs the model solution: the entry that `settings` choose, whose result submissions must match. `sandbox`: in which
  /// submissions are compiled; none: they are trusted. Errors: the model does not run or disagrees with its reference.
  static base::Result<KernelJudge> make(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                        launch::Device& device, std::optional<Sandbox> sandbox);

  /// Compiles in `folder`, which is empty. A kernel ends at the latest after a minute.
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
  std::uint32_t buffer_ = 0;  ///< of the launch: the output that is compared
  std::vector<double> expected_;
  double tolerance_ = 0;
  Costs model_;
};

}  // namespace warplens::grade
