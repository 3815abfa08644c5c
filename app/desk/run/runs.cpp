#include "desk/run/runs.h"

#include <utility>

#include "desk/run/beside.h"
#include "desk/run/companions.h"
#include "experiment/check/check.h"
#include "experiment/inputs/inputs.h"
#include "ptx/compile/module_cache.h"

namespace warplens::desk {
namespace {

PrepareRequest prepared(const PrepareRequest& request) {
  request.tables->prepare(request.table, request.colour);
  return request;
}

}  // namespace

Removed::Removed(const std::function<void()>& wake)
    : worker(
          [modules = std::make_shared<ptx::ModuleCache>()](const CompiledKernel& kernel) {
            const std::string& entry = kernel.module->functions[kernel.entry].name;
            return Text{kernel,
                        experiment::removed_accesses_text(*kernel.module, entry, kernel.source, kernel.options, *modules)};
          },
          wake) {}

void update_removed(Removed& removed, const RunTables& shown) {
  if (auto answer = removed.worker.take()) removed.known = std::move(*answer);
  const launch::Launch& launch = shown.run.launch;
  const experiment::Experiment& experiment = *shown.experiment;
  if (!launch.check || !experiment.opened_by_user() || experiment.recording) return;
  if (launch.module == removed.asked.module && launch.entry == removed.asked.entry) return;
  const auto special = experiment::compile_options_for(experiment, shown.run.settings);
  if (!special) return;
  const ptx::CompileOptions general = experiment.modules ? experiment.modules->options() : ptx::CompileOptions{};
  removed.asked = {launch.module, launch.entry, experiment.source, ptx::merged(general, *special)};
  removed.worker.request(removed.asked);
}

std::string removed_text(const Removed& removed, const RunTables& shown) {
  const launch::Launch& launch = shown.run.launch;
  const CompiledKernel& of = removed.known.of;
  return launch.check && of.module == launch.module && of.entry == launch.entry ? removed.known.text : "";
}

Preparation::Preparation(const std::function<void()>& wake) : worker(prepared, wake) {}

Runs::Runs(const std::function<void()>& wake) : worker(wake), preparation(wake), removed(wake) {}

bool Runs::shows(const Choices& choices) const {
  return shown && shown->experiment == &choices.experiment() && shown->run.settings.entry == choices.session.settings.entry;
}

bool take_report(Runs& runs) {
  runs.worker.tend();
  runs.output.tend();
  auto report = runs.worker.take();
  if (!report) return false;
  const bool in_place = report->tables && report->tables->run.result.in_place;
  runs.output.take_back(report->request.output, in_place ? report->tables : nullptr);
  switch (report->request.purpose) {
    case RunPurpose::counterpart:
      take_counterpart(runs, report->tables);
      return false;
    case RunPurpose::sibling:  // if it failed there is nothing to compare the picture with
      runs.results[report->request.settings.entry] = entry_result(report->tables.get());
      return false;
    case RunPurpose::residency:
      take_residency(runs, *report);
      return false;
    case RunPurpose::beside:
      take_beside(runs, *report);
      return false;
    case RunPurpose::shown:
      break;
  }
  runs.failure = report->error;
  if (!report->tables) {
    // After a failed run the last picture stays if it is of the same source, which is being edited.
    if (runs.shown && runs.shown->experiment->source != report->request.experiment->source) {
      runs.shown = nullptr;
      ++runs.version;
    }
    return false;
  }
  runs.shown_source = report->request.source;
  const std::shared_ptr<const RunTables> before = std::exchange(runs.shown, report->tables);
  keep_results(runs, before.get());
  ++runs.version;
  return true;
}

RunRequest chosen_run(Runs& runs, const Choices& choices) {
  RunRequest request{&choices.experiment(), choices.session.settings, &choices.device()};
  request.late = choices.row().needs.late;
  request.colour = choices.colour();
  const auto bytes = experiment::shown_bytes(*request.experiment, request.settings);
  if (bytes && runs.lends_output) request.output = runs.output.lend(*request.device, *bytes);
  return request;
}

void prepare_table(Preparation& preparation, const std::shared_ptr<const RunTables>& tables, view::LateTable table,
                   std::optional<view::ColourMode> colour) {
  if (tables->has(table)) return;
  if (is_short(*tables)) return tables->prepare(table, colour);
  const PrepareRequest request{tables, table, colour};
  if (preparation.last == request) return;
  preparation.last = request;
  preparation.worker.request(request);
}

}  // namespace warplens::desk
