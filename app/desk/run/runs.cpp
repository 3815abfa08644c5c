#include "desk/run/runs.h"

#include <utility>

#include "desk/run/companions.h"
#include "desk/run/counterpart.h"
#include "experiment/inputs/inputs.h"

namespace warplens::desk {
namespace {

PrepareRequest prepared(const PrepareRequest& request) {
  request.tables->prepare(request.row->needs);
  return request;
}

}  // namespace

Runs::Runs(const std::function<void()>& wake) : worker(wake), prepare_worker(prepared, wake) {}

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
  if (report->request.counterpart) return take_counterpart(runs, report->tables), false;
  if (report->request.level == trace::Level::none) {
    // A companion's results; if it failed there is nothing to compare the picture with.
    runs.outcomes[report->request.settings.entry] = distribution_of(report->tables.get());
    return false;
  }
  runs.failure = report->error;
  if (!report->tables) return false;
  runs.shown_source = report->request.source;
  const std::shared_ptr<const RunTables> before = std::exchange(runs.shown, report->tables);
  keep_outcomes(runs, before.get());
  ++runs.version;
  return true;
}

RunRequest chosen_run(Runs& runs, const Choices& choices) {
  RunRequest request{&choices.experiment(), choices.session.settings, &choices.device()};
  request.needs = choices.row().needs;
  const auto bytes = experiment::shown_bytes(*request.experiment, request.settings);
  if (bytes && runs.lends_output) request.output = runs.output.lend(*request.device, *bytes);
  return request;
}

void prepare_tables(Runs& runs, const view::Row& row) {
  if (runs.shown->has(row.needs)) return;
  if (is_short(*runs.shown)) return runs.shown->prepare(row.needs);
  const PrepareRequest request{runs.shown, &row};
  if (runs.preparing == request) return;
  runs.preparing = request;
  runs.prepare_worker.request(request);
}

bool is_short(const RunTables& tables) {
  constexpr std::size_t most_accesses = 20000;  // of warps
  return tables.trace().accesses.size() <= most_accesses;
}

}  // namespace warplens::desk
