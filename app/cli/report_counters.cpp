#include "cli/report_counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/block_timeline.h"
#include "analysis/efficiency.h"
#include "analysis/instruction_mix.h"
#include "analysis/line_counts.h"
#include "analysis/tallies.h"
#include "base/number_format.h"

namespace warplens::cli {
namespace {

using launch::Origin;

constexpr std::size_t lines_shown = 8;

void add_count(std::string& text, std::string_view what, std::uint64_t count) {
  add_figure(text, what, base::grouped(count), Origin::counted);
}

void add_share(std::string& text, std::string_view what, const std::optional<double>& share, Origin origin = Origin::counted) {
  if (share) add_figure(text, what, fmt::format("{:.1f} %", *share * 100), origin);
}

void add_memory(std::string& text, const launch::Counters& c) {
  add_count(text, "global loads", c.global_loads);
  add_count(text, "global stores", c.global_stores);
  add_count(text, "global atomics", c.global_atomics);
  add_count(text, "32-byte sectors", c.global_sectors);
  if (const auto sectors = analysis::sectors_per_request(c))
    add_figure(text, "sectors per request", fmt::format("{:.2f}", *sectors), Origin::counted);
  if (const auto share = analysis::load_efficiency(c))
    add_figure(text, "load efficiency", analysis::efficiency_text(*share), Origin::counted);
  if (const auto share = analysis::store_efficiency(c))
    add_figure(text, "store efficiency", analysis::efficiency_text(*share), Origin::counted);
  if (c.shared_requests > 0) {
    add_count(text, "shared requests", c.shared_requests);
    add_count(text, "bank conflicts", c.bank_conflicts);
  }
  if (c.atomic_collisions > 0) add_count(text, "atomic collisions", c.atomic_collisions);
}

void add_waiting(std::string& text, const launch::Counters& c) {
  const auto add = [&](std::string_view what, std::uint64_t cycles) {
    if (cycles > 0) add_figure(text, what, base::grouped(cycles), Origin::modelled);
  };
  if (c.barriers > 0) add_count(text, "barrier arrivals", c.barriers);
  add("warps at barriers, cycles", c.barrier_wait_cycles);
  add("warps at memory, cycles", c.memory_wait_cycles);
}

void add_occupancy(std::string& text, const launch::LaunchResult& result) {
  if (!result.occupancy) return;
  const launch::Occupancy& occupancy = *result.occupancy;
  add_share(text, fmt::format("occupancy, by {}", launch::name(occupancy.limiter)), occupancy.theoretical(), Origin::modelled);
  const bool estimated = occupancy.registers_from == launch::RegisterSource::estimate;
  if (occupancy.registers_per_thread != 0)
    add_figure(text, estimated ? "registers, estimated" : "registers per thread",
               base::grouped(std::uint64_t{occupancy.registers_per_thread}), estimated ? Origin::modelled : Origin::counted);
  if (result.trace.placements.size() == 0 || result.trace.placements.size() != result.counters.blocks) return;
  const analysis::BlockTimeline timeline = analysis::block_timeline(result.trace, occupancy, result.multiprocessors);
  add_share(text, "occupancy achieved", timeline.achieved_occupancy, Origin::modelled);
  add_figure(text, "waves of blocks", fmt::format("{:.2f}", timeline.waves), Origin::modelled);
}

void add_kinds(std::string& text, const launch::Launch& launch, const launch::LaunchResult& result) {
  const auto mix = analysis::instruction_mix(result.tallies, *launch.module, launch.entry);
  std::vector<std::size_t> kinds;
  for (std::size_t kind = 0; kind < mix.counts.size(); ++kind)
    if (mix.counts[kind].warp > 0) kinds.push_back(kind);
  std::stable_sort(kinds.begin(), kinds.end(),
                   [&](std::size_t a, std::size_t b) { return mix.counts[a].warp > mix.counts[b].warp; });
  fmt::format_to(std::back_inserter(text), "\n  {:<24}{:>16}{:>18}\n", "instructions, counted", "of warps", "of threads");
  for (const std::size_t kind : kinds) {
    fmt::format_to(std::back_inserter(text), "  {:<24}{:>16}{:>18}\n", name(static_cast<analysis::InstructionKind>(kind)),
                   base::grouped(mix.counts[kind].warp), base::grouped(mix.counts[kind].thread));
  }
}

/// The lines with the most stall cycles; without any stalls, those with the most issued instructions.
void add_lines(std::string& text, const launch::Launch& launch, const launch::LaunchResult& result) {
  const std::uint32_t file = analysis::file_of(*launch.module, launch.entry);
  if (file == ptx::no_index) return;
  std::vector<analysis::LineTally> lines = analysis::tallies_by_line(result.tallies, *launch.module, launch.entry, file);
  std::erase_if(lines, [](const analysis::LineTally& row) { return row.line == 0; });
  if (lines.empty()) return;
  const std::size_t shown = std::min(lines_shown, lines.size());
  const auto weight = [](const analysis::LineTally& row) { return std::pair(row.tally.wait_cycles, row.tally.executions); };
  std::stable_sort(lines.begin(), lines.end(), [&](const auto& a, const auto& b) { return weight(a) > weight(b); });
  fmt::format_to(std::back_inserter(text), "\n  {:<10}{:>16}{:>10}{:>16}{:>12}{:>22}\n", "line", "instructions", "lanes",
                 "sectors", "conflicts", "waited, modelled");
  for (std::size_t k = 0; k < shown; ++k) {
    const launch::Tally& tally = lines[k].tally;
    const double lanes = tally.executions > 0 ? static_cast<double>(tally.lanes) / static_cast<double>(tally.executions) : 0;
    fmt::format_to(std::back_inserter(text), "  {:<10}{:>16}{:>10.1f}{:>16}{:>12}{:>15} cycles\n", lines[k].line,
                   base::grouped(tally.executions), lanes, base::grouped(tally.sectors), base::grouped(tally.conflicts),
                   base::grouped(tally.wait_cycles));
  }
}

}  // namespace

void add_figure(std::string& text, std::string_view what, const std::string& figure, Origin origin) {
  fmt::format_to(std::back_inserter(text), "  {:<26}{:>14}   {}\n", what, figure, launch::name(origin));
}

std::string counters_report(const launch::LaunchResult& result) {
  std::string text;
  const launch::Counters& c = result.counters;
  add_count(text, "threads", c.threads);
  add_count(text, "warps", c.warps);
  if (!result.tallies.empty()) {
    add_count(text, "warp instructions", c.warp_instructions);
    add_count(text, "thread instructions", c.thread_instructions);
    add_share(text, "SIMT efficiency", analysis::simt_efficiency(c));
    add_memory(text, c);
    add_count(text, "branches", c.branches);
    add_count(text, "divergent branches", c.divergent_branches);
    add_waiting(text, c);
  }
  add_occupancy(text, result);
  return text;
}

std::string breakdown_report(const launch::Launch& launch, const launch::LaunchResult& result) {
  std::string text;
  if (result.tallies.empty()) return text;
  add_kinds(text, launch, result);
  add_lines(text, launch, result);
  return text;
}

}  // namespace warplens::cli
