#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "grade/submissions.h"
#include "grade/verdict.h"
#include "launch/device.h"

namespace warplens::grade {

/// Judges kernels by an experiment: a submission's kernel takes the place of the experiment's own, runs on the same inputs with
/// the check, and must leave what the experiment's reference says, or else what its own kernel, the model solution, leaves.
class KernelJudge {
 public:
  /// Runs the model solution: the entry that `settings` choose, whose result submissions must match. `trusts`: compile
  /// submissions without a sandbox. Errors: the model does not run or disagrees with its reference; no sandbox is installed.
  static base::Result<KernelJudge> make(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                        launch::Device& device, bool trusts = false);

  /// May be called on several threads, each with a device of its own. Every submission ends: at the latest after a minute.
  Verdict judge(const Submission& submission, launch::Device& device) const;

  const Costs& model() const { return model_; }

 private:
  KernelJudge(const experiment::Experiment& experiment, experiment::Settings settings, bool trusts)
      : experiment_(experiment), settings_(std::move(settings)), trusts_(trusts) {}

  base::Status compile(const Submission& submission, const experiment::Experiment& experiment,
                       const std::filesystem::path& output) const;

  const experiment::Experiment& experiment_;
  experiment::Settings settings_;
  bool trusts_;
  std::uint32_t buffer_ = 0;  ///< of the launch: the output that is compared
  std::vector<double> expected_;
  double tolerance_ = 0;
  Costs model_;
};

}  // namespace warplens::grade
