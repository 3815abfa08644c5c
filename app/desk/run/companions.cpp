#include "desk/run/companions.h"

#include <algorithm>

namespace warplens::desk {
namespace {

/// Equal in all but the entry.
bool comparable(const RunTables& a, const RunTables& b) {
  const experiment::Settings &x = a.run.settings, &y = b.run.settings;
  return a.experiment == b.experiment && a.run.result.device == b.run.result.device && x.parameters == y.parameters &&
         x.grid == y.grid && x.block == y.block && x.schedule == y.schedule && x.recorded == y.recorded && x.seed == y.seed &&
         x.repeats == y.repeats;
}

/// What may run unasked, by its work and not by the clock: threads of all repeats.
std::uint64_t max_threads(bool gpu) { return gpu ? 100'000'000 : 1'000'000; }

/// Blocks that a multiprocessor held at once in the shown run.
std::uint64_t resident_blocks(const RunTables& shown) {
  const launch::LaunchResult& result = shown.run.result;
  const std::uint64_t each = (base::count(shown.run.launch.grid) + result.multiprocessors - 1) / result.multiprocessors;
  return std::min<std::uint64_t>(result.occupancy->blocks, each);
}

view::Residency residency(const RunTables& shown, std::uint64_t blocks) {
  constexpr std::uint64_t warp_size = 32;
  return {.blocks = blocks, .warps = blocks * ((base::count(shown.run.launch.block) + warp_size - 1) / warp_size)};
}

bool is_modelled(const RunTables& tables) {
  const launch::LaunchResult& result = tables.run.result;
  return tables.finished() && result.utilisation && result.occupancy && result.multiprocessors != 0;
}

RunCosts costs_of(const RunTables& tables) { return {tables.run.result.counters.cycles, tables.run.result.utilisation->issue}; }

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

const RunTables* counterpart(const Runs& runs) {
  return runs.counterpart && runs.counterpart_of == runs.shown ? runs.counterpart.get() : nullptr;
}

void take_counterpart(Runs& runs, std::shared_ptr<const RunTables> tables) {
  runs.counterpart = std::move(tables);
  runs.counterpart_of = runs.shown;
  ++runs.version;
}

std::optional<RunRequest> missing_counterpart(const Runs& runs, const Choices& choices) {
  if (!choices.row().needs.other_machine || !runs.shows(choices) || !runs.shown->finished() || runs.counterpart_of == runs.shown)
    return std::nullopt;
  if (runs.failure || runs.worker.progress().running) return std::nullopt;
  const experiment::Settings& settings = runs.shown->run.settings;
  const bool gpu = runs.shown->run.result.modelled;
  const auto other = launch::resolve(choices.devices, gpu ? launch::first_gpu : launch::simt_device, choices.session.spec);
  const std::uint64_t threads = base::count(settings.grid) * base::count(settings.block);
  if (!other || threads > max_threads(gpu) / std::max(settings.repeats, 1u)) return std::nullopt;
  RunRequest request{&choices.experiment(), settings, *other, trace::Level::memory};
  request.purpose = RunPurpose::counterpart;
  request.settings.check = false;
  return request;
}

std::vector<view::Residency> residencies_of(const Runs& runs) {
  std::vector<view::Residency> all;
  if (!runs.shown || !is_modelled(*runs.shown)) return all;
  if (runs.shown->experiment->sequence || runs.shown->run.settings.schedule == launch::Schedule::recorded) return all;
  const std::uint64_t most = resident_blocks(*runs.shown);
  for (std::uint64_t blocks = 1; blocks < most; blocks *= 2) {
    all.push_back(residency(*runs.shown, blocks));
    const auto found = runs.residencies.find(blocks);
    if (runs.residencies_of != runs.shown || found == runs.residencies.end()) continue;
    all.back().cycles = found->second.cycles;
    all.back().issue = found->second.issue;
    all.back().failed = found->second.cycles == 0;
  }
  if (all.empty() || !may_run_unasked(*runs.shown, all.size())) return {};
  const RunCosts costs = costs_of(*runs.shown);
  all.push_back(residency(*runs.shown, most));
  all.back().cycles = costs.cycles;
  all.back().issue = costs.issue;
  return all;
}

std::optional<RunRequest> missing_residency(const Runs& runs, const Choices& choices) {
  if (!choices.row().needs.residencies || !runs.shows(choices) || runs.failure || runs.worker.progress().running)
    return std::nullopt;
  const std::vector<view::Residency> all = residencies_of(runs);
  const auto missing = std::ranges::find_if(all, [](const view::Residency& each) { return each.cycles == 0 && !each.failed; });
  if (missing == all.end()) return std::nullopt;
  RunRequest request{runs.shown->experiment, runs.shown->run.settings, &choices.device(), trace::Level::none};
  request.purpose = RunPurpose::residency;
  request.settings.resident_blocks = static_cast<std::uint32_t>(missing->blocks);
  request.settings.repeats = 1;
  request.settings.check = false;
  return request;
}

void take_residency(Runs& runs, const RunReport& report) {
  if (runs.residencies_of != runs.shown) runs.residencies.clear();
  runs.residencies_of = runs.shown;
  const bool known = report.tables && is_modelled(*report.tables);
  runs.residencies[report.request.settings.resident_blocks] = known ? costs_of(*report.tables) : RunCosts{};
}

}  // namespace warplens::desk
