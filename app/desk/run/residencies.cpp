#include "desk/run/residencies.h"

#include <algorithm>

#include "desk/run/companions.h"

namespace warplens::desk {
namespace {

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

std::vector<view::Residency> residencies_of(const Runs& runs) {
  std::vector<view::Residency> all;
  if (!runs.shown || !is_modelled(*runs.shown)) return all;
  const std::uint64_t most = resident_blocks(*runs.shown);
  for (std::uint64_t blocks = 1; blocks < most; blocks *= 2) {
    all.push_back(residency(*runs.shown, blocks));
    const auto found = runs.residencies.find(blocks);
    if (runs.residencies_of != runs.shown || found == runs.residencies.end()) continue;
    all.back().cycles = found->second.cycles;
    all.back().issue = found->second.issue;
    all.back().failed = found->second.cycles == 0;
  }
  if (all.empty()) return all;
  const RunCosts costs = costs_of(*runs.shown);
  all.push_back(residency(*runs.shown, most));
  all.back().cycles = costs.cycles;
  all.back().issue = costs.issue;
  return all;
}

std::optional<RunRequest> missing_residency(const Runs& runs, const Choices& choices) {
  if (!choices.row().needs.residencies || !runs.shows(choices) || runs.failure || runs.worker.progress().running)
    return std::nullopt;
  if (runs.shown->experiment->sequence || runs.shown->run.settings.schedule == launch::Schedule::recorded) return std::nullopt;
  const std::vector<view::Residency> all = residencies_of(runs);
  if (!may_run_unasked(*runs.shown, all.size())) return std::nullopt;
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
