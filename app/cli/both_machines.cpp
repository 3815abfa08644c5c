#include "cli/both_machines.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/number_format.h"
#include "cli/choose.h"
#include "cli/remedy.h"
#include "cli/report.h"
#include "experiment/check/comparison.h"
#include "experiment/run.h"
#include "export/json_experiment.h"
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

}  // namespace

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

}  // namespace warplens::cli
