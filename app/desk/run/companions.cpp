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

/// Only entries that are launched alike by the file itself are set beside each other.
bool alike(const experiment::Entry& a, const experiment::Entry& b) {
  return a.grid == b.grid && a.block == b.block && a.arguments == b.arguments;
}

}  // namespace

std::shared_ptr<const analysis::Distribution> distribution_of(const RunTables* tables) {
  if (tables == nullptr) return std::make_shared<const analysis::Distribution>();
  return std::make_shared<const analysis::Distribution>(tables->distribution);
}

void keep_outcomes(Runs& runs, const RunTables* before) {
  if (before == nullptr || runs.shown->experiment->sequence || !comparable(*before, *runs.shown)) runs.outcomes.clear();
  runs.outcomes[runs.shown->run.settings.entry] = distribution_of(runs.shown.get());
}

std::optional<RunRequest> missing_companion(const Runs& runs, const Choices& choices) {
  // What may run unasked, by its work and not by the clock: equal sessions make equal pictures. About a tenth of a second.
  constexpr std::uint64_t most_warp_instructions = 2'000'000;
  if (!runs.shows(choices) || !choices.row().needs.sibling_outcomes) return std::nullopt;
  const std::uint64_t work = runs.shown->run.result.counters.warp_instructions * runs.shown->run.settings.repeats;
  if (work > most_warp_instructions) return std::nullopt;
  // A recorded order fits no other entry.
  if (runs.shown->run.settings.schedule == launch::Schedule::recorded) return std::nullopt;
  if (runs.shown->run.settings.repeats < 2 || runs.failure || runs.worker.progress().running) return std::nullopt;
  const experiment::Experiment& experiment = *runs.shown->experiment;
  if (experiment.sequence) return std::nullopt;  // its entries are no alternatives
  const std::uint32_t own = runs.shown->run.settings.entry;
  for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
    if (runs.outcomes.contains(entry) || !alike(experiment.entries[entry], experiment.entries[own])) continue;
    RunRequest request{&experiment, runs.shown->run.settings, &choices.device(), trace::Level::none};
    request.purpose = RunPurpose::sibling;
    request.settings.entry = entry;
    request.settings.check = false;
    return request;
  }
  return std::nullopt;
}

}  // namespace warplens::desk
