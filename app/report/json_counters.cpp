#include "report/json_counters.h"

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "analysis/block_timeline.h"
#include "analysis/contention.h"
#include "analysis/counter_table.h"
#include "analysis/instruction_mix.h"
#include "analysis/line_counts.h"
#include "analysis/roofline.h"
#include "analysis/tallies.h"

namespace warplens::report {
namespace {

Json known(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

void add_totals(Json& json, const launch::LaunchResult& result) {
  for (const analysis::Count& row : analysis::counts())
    json[std::string(row.id)] = row.known_anywhere || result.modelled ? Json(row.of(result.counters)) : Json();
}

void add_ratios(Json& json, const launch::Counters& counters) {
  for (const analysis::Ratio& row : analysis::ratios()) json[std::string(row.id)] = known(row.of(counters));
}

/// Includes kinds that did not occur, with 0, so that every key is always present.
Json mix_of(const launch::Launch& launch, const launch::LaunchResult& result) {
  if (result.tallies.empty()) return {};
  const auto mix = analysis::instruction_mix(result.tallies, *launch.module, launch.entry);
  Json json = Json::object();
  for (std::size_t kind = 0; kind < mix.counts.size(); ++kind) {
    json[std::string(name(static_cast<analysis::InstructionKind>(kind)))] = {{"warp", mix.counts[kind].warp},
                                                                             {"thread", mix.counts[kind].thread}};
  }
  return json;
}

/// How busy the machine's parts were, and which limits the launch; null where time is not modelled.
Json utilisation_of(const launch::LaunchResult& result) {
  if (!result.utilisation) return {};
  const launch::Utilisation& busy = *result.utilisation;
  const launch::CostLimit limit = launch::cost_limit(busy);
  return {{"issue", busy.issue},
          {"arithmetic", busy.arithmetic},
          {"l1", busy.l1},
          {"l2", busy.l2},
          {"memory", busy.memory},
          {"atomics", busy.atomics},
          {"source", launch::name(launch::Origin::modelled)},
          {"limit", launch::cost_parts.name_of(limit.part)},
          {"text", limit.text}};
}

/// Null where time is not modelled.
Json roofline_of(const launch::Launch& launch, const launch::LaunchResult& result) {
  const auto roofline = analysis::roofline(result, *launch.module, launch.entry);
  if (!roofline) return {};
  Json json{{"operations",
             {{"kind", analysis::name(roofline->kind)},
              {"value", roofline->operations},
              {"source", launch::name(launch::Origin::counted)}}},
            {"bytes", roofline->bytes},
            {"operations_per_byte", Json()},
            {"operations_per_cycle", roofline->per_cycle()},
            {"roof", roofline->peak()},
            {"source", launch::name(launch::Origin::modelled)}};
  if (roofline->bytes != 0) {
    json["operations_per_byte"] = roofline->intensity();
    json["roof"] = roofline->roof(roofline->intensity());
  }
  return json;
}

/// Achieved occupancy and waves need every block's placement.
void add_occupancy(Json& json, const launch::Launch& launch, const launch::LaunchResult& result) {
  json["occupancy"] = Json();
  json["waves"] = Json();
  if (!result.occupancy) return;
  const launch::Occupancy& occupancy = *result.occupancy;
  json["occupancy"] = {{"theoretical", occupancy.theoretical()},
                       {"achieved", Json()},
                       {"limiter", launch::name(occupancy.limiter)},
                       {"blocks", occupancy.blocks},
                       {"warps", occupancy.warps},
                       {"registers_per_thread", occupancy.registers_per_thread},
                       {"registers_from", launch::name(occupancy.registers_from)},
                       {"spill_store_bytes", Json()},
                       {"spill_load_bytes", Json()},
                       {"shared_bytes_per_block", occupancy.shared_per_block}};
  if (const auto& assembled = launch.module->functions[launch.entry].assembled) {
    json["occupancy"]["spill_store_bytes"] = assembled->spill_store_bytes;
    json["occupancy"]["spill_load_bytes"] = assembled->spill_load_bytes;
  }
  if (result.trace.placements.size() == 0 || result.trace.placements.size() != result.counters.blocks) return;
  const analysis::BlockTimeline timeline = analysis::block_timeline(result.trace, occupancy, result.multiprocessors);
  json["occupancy"]["achieved"] = timeline.achieved_occupancy;
  json["waves"] = timeline.waves;
}

/// Atomics by address need a trace.
Json atomics_of(const launch::Launch& launch, const launch::LaunchResult& result) {
  if (result.trace.level == trace::Level::none) return {};
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(launch);
  const analysis::Contention contention = analysis::contention(result.trace);
  Json hottest = Json::array();
  for (const analysis::HotAddress& address : contention.hottest) {
    const bool shared = address.space == trace::MemorySpace::shared;
    const bool named = address.buffer < buffers.size();
    hottest.push_back({{"space", shared ? "shared" : "global"},
                       {"buffer", named ? Json(buffers[address.buffer]->name) : Json()},
                       {"block", shared ? Json(address.block) : Json()},
                       {"byte", address.offset},
                       {"atomics", address.atomics}});
  }
  return {{"atomics", contention.atomics},
          {"addresses", contention.addresses},
          {"hottest", hottest},
          {"addresses_by_power_of_two", contention.histogram}};
}

}  // namespace

Json counters_of(const launch::Launch& launch, const launch::LaunchResult& result) {
  Json json = Json::object();
  add_totals(json, result);
  add_ratios(json, result.counters);
  json["by_class"] = mix_of(launch, result);
  json["contention"] = atomics_of(launch, result);
  add_occupancy(json, launch, result);
  json["utilisation"] = utilisation_of(result);
  json["roofline"] = roofline_of(launch, result);
  return json;
}

Json lines_of(const launch::Launch& launch, const launch::LaunchResult& result) {
  const std::uint32_t file = analysis::file_of(*launch.module, launch.entry);
  if (result.tallies.empty() || file == ptx::no_index) return {};
  Json lines = Json::array();
  for (const auto& [line, tally] : analysis::tallies_by_line(result.tallies, *launch.module, launch.entry, file)) {
    if (line == 0) continue;
    lines.push_back({{"line", line},
                     {"warp_instructions", tally.executions},
                     {"thread_instructions", tally.lanes},
                     {"divergent_branches", tally.divergent_branches},
                     {"global_requests", tally.global_requests},
                     {"bytes_asked", tally.bytes_asked},
                     {"global_sectors", tally.sectors},
                     {"shared_requests", tally.shared_requests},
                     {"bank_conflicts", tally.conflicts},
                     {"atomic_collisions", tally.collisions},
                     {"barriers", tally.arrivals},
                     {"wait_cycles", tally.wait_cycles}});
  }
  return lines;
}

}  // namespace warplens::report
