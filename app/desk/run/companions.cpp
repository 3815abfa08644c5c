#include "desk/run/companions.h"

namespace warplens::desk {
namespace {

/// Equal in all but the entry.
bool comparable(const RunTables& a, const RunTables& b) {
  const experiment::Settings &x = a.run.settings, &y = b.run.settings;
  return a.experiment == b.experiment && a.run.result.device == b.run.result.device && x.parameters == y.parameters &&
         x.grid == y.grid && x.block == y.block && x.schedule == y.schedule && x.recorded == y.recorded && x.seed == y.seed &&
         x.repeats == y.repeats;
}

}  // namespace

bool launched_alike(const experiment::Entry& a, const experiment::Entry& b) {
  return a.grid == b.grid && a.block == b.block && a.arguments == b.arguments;
}

bool may_run_unasked(const RunTables& tables, std::uint64_t times) {
  constexpr std::uint64_t max_warp_instructions = 2'000'000;
  return tables.run.result.counters.warp_instructions * times <= max_warp_instructions;
}

std::shared_ptr<const EntryResult> entry_result(const RunTables* tables) {
  if (tables == nullptr) return std::make_shared<const EntryResult>();
  return std::make_shared<const EntryResult>(EntryResult{tables->distribution, tables->roofline});
}

void keep_results(Runs& runs, const RunTables* before) {
  if (before == nullptr || !runs.shown->experiment->has_alternatives() || !comparable(*before, *runs.shown)) runs.results.clear();
  runs.results[runs.shown->run.settings.entry] = entry_result(runs.shown.get());
}

std::optional<RunRequest> missing_companion(const Runs& runs, const Choices& choices) {
  if (!runs.shows(choices)) return std::nullopt;
  const view::Needs& needs = choices.row().needs;
  const bool repeats = runs.shown->run.settings.repeats >= 2;  // else there is no distribution to compare
  if (!(needs.sibling_outcomes && repeats) && !needs.rooflines) return std::nullopt;
  if (!may_run_unasked(*runs.shown, runs.shown->run.settings.repeats)) return std::nullopt;
  // A recorded order fits no other entry.
  if (runs.shown->run.settings.schedule == launch::Schedule::recorded) return std::nullopt;
  if (runs.failure || runs.worker.progress().running) return std::nullopt;
  const experiment::Experiment& experiment = *runs.shown->experiment;
  if (!experiment.has_alternatives()) return std::nullopt;
  const std::uint32_t own = runs.shown->run.settings.entry;
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
    if (runs.results.contains(entry)) continue;
    // Outcomes are compared of entries launched alike, costs of all that compute on the same arguments.
    const bool alike = launched_alike(experiment.entries[entry], experiment.entries[own]);
    const bool compares_costs = needs.rooflines && choices.session.settings == runs.shown->run.settings &&
                                experiment.entries[entry].arguments == experiment.entries[own].arguments;
    if (!alike && !compares_costs) continue;
    RunRequest request{&experiment, runs.shown->run.settings, &choices.device(), trace::Level::none};
    request.purpose = RunPurpose::sibling;
    request.settings.entry = entry;
    if (!alike) {
      auto chosen = settings_for(choices, entry);
      const bool same_problem = chosen && chosen->settings.parameters == runs.shown->run.settings.parameters;
      if (!same_problem) continue;
      request.settings = std::move(chosen->settings);
    }
    request.settings.check = false;
    return request;
  }
  return std::nullopt;
}

}  // namespace warplens::desk
