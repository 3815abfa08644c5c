#include "grade/kernel_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "base/number_format.h"
#include "base/process.h"
#include "experiment/check/check.h"
#include "experiment/inputs/inputs.h"
#include "experiment/run.h"
#include "grade/sandbox.h"
#include "grade/submissions.h"
#include "ptx/compile/module_cache.h"
#include "ptx/parse/parser.h"

namespace warplens::grade {
namespace {

/// Requests a launch to stop after the time limit.
class Timeout {
 public:
  explicit Timeout(launch::Progress& progress)
      : thread_([this, &progress](const std::stop_token& stop) {
          std::unique_lock lock(mutex_);
          if (!ended_.wait_for(lock, stop, kernel_time, [] { return false; }) && !stop.stop_requested()) progress.cancel = true;
        }) {}

 private:
  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::jthread thread_;
};

Costs costs_of(const launch::LaunchResult& result) {
  return {result.counters.warp_instructions, result.counters.global_sectors, result.counters.cycles};
}

/// The kernel of a submission: the one called like the experiment's, or its only one.
std::string kernel_in(const ptx::Module& module, const std::string& wanted) {
  std::vector<std::string> names;
  for (const ptx::Function& function : module.functions)
    if (function.entry) names.push_back(function.demangled);
  return names.size() == 1 ? names.front() : wanted;
}

/// One launch of the entry, with the check. The module's kernel takes the arguments of the experiment's.
base::Result<launch::LaunchResult> launch_once(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                               std::shared_ptr<const ptx::Module> module, launch::Device& device,
                                               launch::Launch& launch) {
  auto made = experiment::make_launch(experiment, std::move(module), settings);
  if (!made) return made.error();
  launch = std::move(*made);
  launch.check = true;
  launch.step_limit = step_limit;
  launch::Progress progress;
  const Timeout timeout(progress);
  return experiment::run_launch(launch, device, progress);
}

/// The launch in which something was found: data races in the view that the experiment opens with, anything else by the threads
/// and elements that took part.
FindingPicture picture_of(experiment::Experiment experiment, const experiment::Settings& settings, const Verdict& verdict) {
  FindingPicture picture{.caption = verdict.reason, .settings = settings};
  picture.settings.check = true;
  picture.view = verdict.word == Word::racy ? experiment.view : "mapping";
  experiment.id = verdict.name;
  picture.experiment = std::make_shared<const experiment::Experiment>(std::move(experiment));
  return picture;
}

}  // namespace

base::Result<KernelJudge> KernelJudge::make(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                            launch::Device& device, std::optional<Sandbox> sandbox) {
  KernelJudge judge(experiment, settings, sandbox);
  if (experiment.sequence) return base::error("a sequence of kernels cannot judge submissions; name an experiment with one");
  if (experiment.recording)
    return base::error("a recorded program cannot judge submissions: its kernels are fixed; name its source, a .cu file");
  const auto module = experiment::load_module(experiment, settings);
  if (!module) return module.error();
  launch::Progress progress;
  auto run = experiment::run(experiment, *module, settings, device, progress, trace::Level::none);
  if (!run) return run.error();
  if (run->result.fault) return base::error("the model solution fails: " + run->result.fault->message);
  const experiment::Check& check = run->check;
  if (check.wrong != 0)
    return base::error("the model solution does not agree with its own reference; choose an entry that does, by --set entry=");
  judge.model_ = costs_of(run->result);
  judge.buffer_ = check.expected.empty() ? run->shown : check.buffer;
  judge.tolerance_ = check.tolerance;
  judge.expected_ = check.expected;
  const launch::Buffer& buffer = *launch::buffers_of(run->launch)[judge.buffer_];
  for (std::uint64_t i = 0; check.expected.empty() && i < buffer.size; ++i)
    judge.expected_.push_back(launch::to_double(launch::element(buffer.type, run->result.outputs[judge.buffer_], i)));
  return judge;
}

/// Compile a submission, which has taken the place of the experiment's source, to PTX.
base::Status KernelJudge::compile(const Submission& submission, const experiment::Experiment& experiment,
                                  const std::filesystem::path& output) const {
  const auto options = experiment::compile_options_for(experiment, settings_);
  if (!options) return options.error();
  std::vector<std::string> wrapper;
  if (sandbox_) {
    std::vector<std::filesystem::path> readable = submission.files();
    readable.insert(readable.end(), options->include_folders.begin(), options->include_folders.end());
    wrapper = sandbox_->for_compiler(output.parent_path(), readable);
  }
  return compile_apart(experiment.source, *options, output, wrapper);
}

Verdict KernelJudge::judge(const Submission& submission, launch::Device& device, const std::filesystem::path& folder) const {
  Verdict verdict{.name = submission.name};
  const auto end = [&](Word word, std::string reason, std::string file = "", int line = 0) {
    verdict.set(word, std::move(reason), std::move(file), line);
    return verdict;
  };
  if (sandbox_ && submission.is_link()) return end(Word::refused, "it is a link to another file");
  if (submission.sources.size() != 1) return end(Word::refused, "a kernel is handed in as one file");
  experiment::Experiment experiment = experiment_;
  experiment.source = submission.sources.front();
  experiment.modules = std::make_shared<ptx::ModuleCache>();
  experiment.ptx.clear();
  const std::filesystem::path ptx = folder / "kernel.ptx";
  const base::Status compiled = compile(submission, experiment, ptx);
  if (!compiled) return end(Word::not_compiling, compiled.error().message, compiled.error().file, compiled.error().line);
  const auto module = experiment.modules->load(ptx);
  if (!module) return end(Word::refused, module.error().message);
  std::string& kernel = experiment.entries[settings_.entry].kernel;
  kernel = kernel_in(**module, kernel);
  if (const auto entry = ptx::find_entry(**module, kernel); !entry) return end(Word::refused, entry.error().message);
  launch::Launch launch;
  const auto result = launch_once(experiment, settings_, *module, device, launch);
  if (!result) return end(Word::refused, base::describe(result.error()));
  verdict.costs = costs_of(*result);
  if (result->fault)
    verdict.find(std::string(launch::name(result->fault->kind)), result->fault->message, result->fault->file,
                 static_cast<int>(result->fault->line));
  for (const launch::Finding& finding : result->findings) {
    if (result->fault && launch::same_defect(finding, *result->fault)) continue;
    verdict.find(std::string(launch::name(finding.kind)), finding.message, finding.first.file,
                 static_cast<int>(finding.first.line));
  }
  if (result->outcome == launch::Outcome::cancelled) return end(Word::hanging, "it did not end within a minute");
  if (!verdict.findings.empty() && verdict.word != Word::hanging)
    verdict.pictures.push_back(picture_of(std::move(experiment), settings_, verdict));
  if (verdict.word >= Word::racy) return verdict;
  const launch::Buffer& buffer = *launch::buffers_of(launch)[buffer_];
  const auto check = experiment::compare(buffer_, expected_, buffer.type, result->outputs[buffer_], tolerance_);
  if (check.wrong != 0) {
    const double got = launch::to_double(launch::element(buffer.type, result->outputs[buffer_], check.first_wrong));
    return end(Word::wrong, base::counted(check.wrong, "element") + " of " + base::grouped(buffer.size) +
                                (check.wrong == 1 ? " is" : " are") + " wrong, the first " + buffer.name + "[" +
                                std::to_string(check.first_wrong) + "]: " + fmt::format("{:g}", got) + " instead of " +
                                fmt::format("{:g}", expected_[check.first_wrong]));
  }
  return verdict;
}

}  // namespace warplens::grade
