#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

#include "base/number_format.h"
#include "base/result.h"
#include "cli/choose.h"
#include "cli/command.h"
#include "cli/findings.h"
#include "cli/report.h"
#include "cli/watch.h"
#include "experiment/check/check.h"
#include "experiment/experiment.h"
#include "experiment/run.h"
#include "export/json_experiment.h"
#include "export/program/program.h"
#include "ptx/compile/compiler_notes.h"
#include "report/json.h"

namespace warplens::cli {
namespace {

report::Json json_of(const experiment::MachineShare& share) {
  report::Json repeats = report::Json::array();
  for (const auto& [value, times] : share.repeats) repeats.push_back({{"value", value}, {"times", times}});
  return {{"repeats", std::move(repeats)}, {"blocks_per_multiprocessor", share.blocks}};
}

report::Json json_of(const experiment::Comparison& comparison) {
  report::Json outputs = report::Json::array();
  for (const experiment::OutputComparison& output : comparison.outputs) {
    outputs.push_back({{"name", output.name}, {"elements", output.elements}, {"different", output.different}});
    if (output.different > 0) outputs.back()["first_different"] = output.first_different;
  }
  return {{"same", comparison.same()},
          {"outputs", std::move(outputs)},
          {"gpu", json_of(comparison.first)},
          {"simt", json_of(comparison.second)}};
}

/// For example "GPU, measured: 30 to 34 blocks each on 132 multiprocessors".
std::string blocks_text(const std::vector<std::uint64_t>& blocks) {
  if (blocks.empty()) return "not known";
  const auto [fewest, most] = std::minmax_element(blocks.begin(), blocks.end());
  return fmt::format("{} to {} on each of {}", base::grouped(*fewest), base::counted(*most, "block"),
                     base::counted(std::uint64_t{blocks.size()}, "multiprocessor"));
}

std::string repeats_text(const std::map<double, std::uint64_t>& repeats) {
  std::string text;
  for (const auto& [value, times] : repeats) text += fmt::format("{}{:g} ({}×)", text.empty() ? "" : ", ", value, times);
  return text;
}

std::string text_of(const experiment::Comparison& comparison) {
  std::string text = "\nBoth machines\n";
  const auto out = std::back_inserter(text);
  for (const experiment::OutputComparison& output : comparison.outputs) {
    if (output.different == 0)
      fmt::format_to(out, "  {}: the same, bit for bit, {}\n", output.name, base::counted(output.elements, "element"));
    else
      fmt::format_to(out, "  {}: {} of {} differ, first element {}\n", output.name, base::grouped(output.different),
                     base::counted(output.elements, "element"), base::grouped(output.first_different));
  }
  fmt::format_to(out, "  blocks, GPU, measured: {}\n", blocks_text(comparison.first.blocks));
  fmt::format_to(out, "  blocks, SIMT machine, modelled: {}\n", blocks_text(comparison.second.blocks));
  if (comparison.first.repeats.size() + comparison.second.repeats.size() > 2) {
    fmt::format_to(out, "  repeats on the GPU: {}\n", repeats_text(comparison.first.repeats));
    fmt::format_to(out, "  repeats on the SIMT machine: {}\n", repeats_text(comparison.second.repeats));
  }
  return text;
}

/// `experiment --device both`: the same settings on the first GPU and on the SIMT machine (preset `spec`), both with a trace, and
/// a comparison: outputs bit for bit, results of the repeats, blocks per multiprocessor. Outputs may differ where a
/// floating-point sum depends on the order of its terms. Exit status 3 if an output differs from the reference although the entry
/// is meant to be right. The error says why there is no GPU.
base::Result<Answer> run_on_both(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                 const std::string& spec, bool json, const Context& context) {
  const auto gpu = choose_device(context.devices, "gpu"), simt = choose_device(context.devices, "simt", spec);
  if (!gpu) return gpu.error();
  if (!simt) return simt.error();
  const auto module = experiment::load_module(experiment, settings);
  if (!module) return module.error();
  launch::Progress progress;
  const auto first = experiment::run(experiment, *module, settings, **gpu, progress, trace::Level::memory);
  if (!first) return first.error();
  const auto second = experiment::run(experiment, *module, settings, **simt, progress, trace::Level::memory);
  if (!second) return second.error();

  const experiment::Comparison comparison = experiment::compare(*first, *second);
  Answer answer;
  for (const experiment::Run* run : {&*first, &*second}) {
    if (!run->result.fault) continue;
    answer.errors.push_back(error_with_remedy(run->launch, run->result, {"--set dynamic_shared=BYTES", ""}));
    answer.status = status_kernel_failed;
  }
  const bool meant = experiment.entries[settings.entry].racy;
  const bool wrong = first->check.wrong > 0 || second->check.wrong > 0;
  if (answer.status == status_fine && wrong && !meant) answer.status = status_found;
  if (json) {
    const report::Json all{{"gpu", export_::json_of(experiment, *first, launch::DeviceKind::gpu)},
                           {"simt", export_::json_of(experiment, *second, launch::DeviceKind::simt)},
                           {"comparison", json_of(comparison)}};
    answer.text = report::text_of(all) + "\n";
  } else {
    answer.text = report(experiment, *first) + "\n" + report(experiment, *second) + text_of(comparison);
  }
  return answer;
}

struct ExperimentOptions {
  std::string name, device = "auto", spec, repeats, timed, program;
  std::vector<std::string> assignments;
  bool json = false, check = false;
};

/// Write the experiment with these settings as a program that needs no Warplens.
base::Result<Answer> write_program(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                   const std::string& file) {
  if (const base::Status saved = export_::save_program(experiment, settings, file); !saved) return saved.error();
  return Answer{"wrote " + file + "; run it by: warplens program " + file + "\n", {}};
}

base::Result<Answer> serve(const ExperimentOptions& options, const Context& context) {
  const bool both = options.device == "both";
  experiment::Catalogue catalogue = all_experiments(context.kernels, context.compile);
  const auto chosen = choose_checked_experiment(context, catalogue, options.name);
  if (!chosen) return chosen.error();
  const experiment::Experiment& experiment = **chosen;
  const auto device = choose_device(context.devices, experiment, both ? "gpu" : options.device, both ? "" : options.spec);
  if (!device) return device.error();
  auto settings = choose_settings(experiment, options.assignments);
  if (!settings) return settings.error();
  if (!options.repeats.empty()) {
    const base::Status set = experiment::set(experiment, *settings, "repeats=" + options.repeats);
    if (!set) return base::Error{"--repeat", 0, 0, set.error().message};
  }

  if (!options.program.empty()) return write_program(experiment, *settings, options.program);
  settings->check = settings->check || options.check;
  if (both) return run_on_both(experiment, *settings, options.spec, options.json, context);
  std::uint64_t timed = 0;
  if (!options.timed.empty()) {
    if ((*device)->properties().kind == launch::DeviceKind::simt)
      return base::Error{"--timed", 0, 0, "the SIMT machine models cycles and has no time to measure; add --device gpu"};
    const auto runs = parse_whole("--timed", launch::ElementType::u16, options.timed);
    if (!runs) return runs.error();
    timed = *runs;
  }

  const auto module = experiment::load_module(experiment, *settings);
  if (!module) return module.error();
  launch::Progress progress;
  const NoteWatch watch(progress);
  const auto run =
      experiment::run(experiment, *module, *settings, **device, progress, trace::Level::none, static_cast<std::uint32_t>(timed));
  if (!run) return run.error();

  Answer answer;
  if (run->result.fault) {
    answer.errors.push_back(error_with_remedy(run->launch, run->result, {"--set dynamic_shared=BYTES", ""}));
    answer.status = status_kernel_failed;
  } else if (!run->result.findings.empty() || (run->check.wrong > 0 && !experiment.entries[run->settings.entry].racy)) {
    answer.status = status_found;
  }
  answer.remarks = lines_of_warnings(ptx::notes_of((*module)->text).warnings) + remarks_of(run->result);
  answer.text = options.json ? report::text_of(export_::json_of(experiment, *run, (*device)->properties().kind)) + "\n"
                             : printed_by(run->result) + report(experiment, *run);
  return answer;
}

}  // namespace

Serve add_experiment(CLI::App& command) {
  const auto options = std::make_shared<ExperimentOptions>();
  command
      .add_option("name", options->name,
                  "an experiment of `warplens list`, a .cu, .ptx or .ll file of your own, or a .recording of a program")
      ->required()
      ->type_name("NAME|FILE[:KERNEL]");
  command
      .add_option("--set", options->assignments,
                  "a parameter of the experiment, or entry, grid, block, seed, schedule; may come several times")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      .add_option("--spec", options->spec, "preset of the SIMT machine: toy (default), rtx-4090, …; `warplens info` lists them")
      ->type_name("NAME");
  command
      .add_option(
          "--device", options->device,
          "auto, simt, gpu, gpu:NUMBER, remote:COMMAND (see warplens run --help) or both; auto: a GPU where there is one; both: "
          "one after the other, compared")
      ->type_name("DEVICE");
  command
      .add_option("--timed", options->timed,
                  "on a GPU: time that many runs, after one to warm up: median, smallest, largest, with and without copies")
      ->type_name("N");
  command.add_option("--repeat", options->repeats, "runs, each with the next seed (default: as the experiment says)")
      ->type_name("N");
  command.add_flag("--check", options->check,
                   "look for data races and reads of uninitialised memory; on a GPU, for the races that its records show");
  command.add_flag("--json", options->json, "print one JSON object");
  command
      .add_option("--export", options->program,
                  "do not run it, but write it as a CUDA program with a main() of its own, which needs no Warplens")
      ->type_name("FILE.cu");
  command.footer(
      "Exit status: 0 fine, also where an entry that is meant to go wrong does; 1 the request is wrong; 2 the kernel failed; "
      "3 another entry's result differs from the reference, or --check found something.");
  return [options](const Context& context) { return serve(*options, context); };
}

}  // namespace warplens::cli
