#include "export/json_counters.h"

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "analysis/block_timeline.h"
#include "analysis/contention.h"
#include "analysis/efficiency.h"
#include "analysis/instruction_mix.h"
#include "analysis/line_counts.h"
#include "analysis/tallies.h"

namespace warplens::export_ {
namespace {

constexpr std::uint64_t sector_bytes = 32;

Json known(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

void add_totals(Json& json, const launch::LaunchResult& result) {
  const launch::Counters& c = result.counters;
  struct Row {
    const char* key;
    std::uint64_t count;
    bool always = false;  // known from the shape of the launch, on any machine
  };
  const std::array rows{Row{"threads", c.threads, true},
                        Row{"warps", c.warps, true},
                        Row{"blocks", c.blocks, true},
                        Row{"warp_instructions", c.warp_instructions},
                        Row{"thread_instructions", c.thread_instructions},
                        Row{"cycles", c.cycles},
                        Row{"global_loads", c.global_loads},
                        Row{"global_stores", c.global_stores},
                        Row{"global_atomics", c.global_atomics},
                        Row{"global_sectors", c.global_sectors},
                        Row{"load_bytes_asked", c.load_bytes_asked},
                        Row{"load_bytes_moved", c.load_sectors * sector_bytes},
                        Row{"store_bytes_asked", c.store_bytes_asked},
                        Row{"store_bytes_moved", c.store_sectors * sector_bytes},
                        Row{"bytes_asked", c.load_bytes_asked + c.store_bytes_asked},
                        Row{"bytes_moved", (c.load_sectors + c.store_sectors) * sector_bytes},
                        Row{"shared_requests", c.shared_requests},
                        Row{"bank_conflicts", c.bank_conflicts},
                        Row{"atomic_collisions", c.atomic_collisions},
                        Row{"branches", c.branches},
                        Row{"divergent_branches", c.divergent_branches},
                        Row{"barriers", c.barriers},
                        Row{"barrier_wait_cycles", c.barrier_wait_cycles},
                        Row{"memory_wait_cycles", c.memory_wait_cycles}};
  for (const Row& row : rows) json[row.key] = row.always || result.modelled ? Json(row.count) : Json();
}

void add_ratios(Json& json, const launch::Counters& counters) {
  json["simt_efficiency"] = known(analysis::simt_efficiency(counters));
  json["sectors_per_request"] = known(analysis::sectors_per_request(counters));
  json["load_efficiency"] = known(analysis::load_efficiency(counters));
  json["store_efficiency"] = known(analysis::store_efficiency(counters));
  json["conflicts_per_request"] = known(analysis::conflicts_per_request(counters));
  json["divergence"] = known(analysis::divergence(counters));
}

/// Kinds that did not occur are there with 0, so that a reader finds every key.
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

/// Achieved occupancy and waves need every block's placement.
void add_occupancy(Json& json, const launch::LaunchResult& result) {
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
                       {"shared_bytes_per_block", occupancy.shared_per_block}};
  if (result.trace.placements.size() == 0 || result.trace.placements.size() != result.counters.blocks) return;
  const analysis::BlockTimeline timeline = analysis::block_timeline(result.trace, occupancy, result.multiprocessors);
  json["occupancy"]["achieved"] = timeline.achieved_occupancy;
  json["waves"] = timeline.waves;
}

/// Atomics by address need a trace.
Json atomics_of(const launch::Launch& launch, const launch::LaunchResult& result) {
  if (result.trace.level == trace::Level::none) return {};
  std::vector<const launch::Buffer*> buffers;
  for (const launch::Argument& argument : launch.arguments)
    if (const auto* buffer = std::get_if<launch::Buffer>(&argument)) buffers.push_back(buffer);
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
  add_occupancy(json, result);
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
                     {"divergent_branches", tally.splits},
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

}  // namespace warplens::export_
