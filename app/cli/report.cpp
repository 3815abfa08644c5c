#include "cli/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "analysis/block_timeline.h"
#include "analysis/counter_table.h"
#include "analysis/instruction_mix.h"
#include "analysis/line_counts.h"
#include "analysis/tallies.h"
#include "analysis/totals.h"
#include "base/escaped.h"
#include "base/number_format.h"
#include "cli/choose.h"
#include "experiment/captions/caption.h"

namespace warplens::cli {
namespace {

using launch::Origin;

constexpr std::size_t lines_shown = 8;

/// Add one line of a report: name, value, and whether the value is measured, counted or modelled.
void add_figure(std::string& text, std::string_view what, const std::string& figure, Origin origin) {
  fmt::format_to(std::back_inserter(text), "  {:<26}{:>14}   {}\n", what, figure, launch::name(origin));
}

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

/// The counters of a run, for a person at a terminal: totals and ratios, without those that the machine does not know.
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

/// Counters by kind of instruction, and by source line, with the longest waits of warps first; "" without tallies.
std::string breakdown_report(const launch::Launch& launch, const launch::LaunchResult& result) {
  std::string text;
  if (result.tallies.empty()) return text;
  add_kinds(text, launch, result);
  add_lines(text, launch, result);
  return text;
}

constexpr std::uint64_t elements_shown = 8;

void add_timing(std::string& text, const launch::Launch& launch, const launch::Timing& timing) {
  const auto add_ms = [&](std::string_view what, const std::optional<double>& ms) {
    if (ms) add_figure(text, what, fmt::format("{:.4f} ms", *ms), Origin::measured);
  };
  const auto add_spread = [&](std::string_view what, const std::optional<launch::Spread>& spread) {
    if (spread)
      add_figure(text, what, fmt::format("{:.4f} to {:.4f} ms, {} runs", spread->smallest, spread->largest, spread->runs),
                 Origin::measured);
  };
  add_ms("kernel on the GPU", timing.kernel_ms);
  add_spread("  of them", timing.kernel_spread);
  add_ms("kernel with copies", timing.copies_ms);
  add_spread("  of them", timing.copies_spread);
  add_ms("an empty kernel", timing.overhead_ms);
  add_ms("time on the CPU", timing.host_ms);
  if (!timing.kernel_cycles) return;
  const bool timed = launch::has_time(launch);
  add_figure(text, timed ? "cycles" : "steps", base::grouped(static_cast<std::uint64_t>(*timing.kernel_cycles)),
             timed ? Origin::modelled : Origin::counted);
  if (timing.launch_cycles)
    add_figure(text, "  of them the launch", base::grouped(static_cast<std::uint64_t>(*timing.launch_cycles)), Origin::modelled);
}

void add_buffers(std::string& text, const launch::Launch& launch, const launch::LaunchResult& result) {
  std::size_t k = 0;
  for (std::size_t index = 0; index < launch.arguments.size(); ++index) {
    const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[index]);
    if (buffer == nullptr) continue;
    const std::size_t output = k++;
    if (output >= result.outputs.size() || result.outputs[output].size() != buffer->size * launch::bytes(buffer->type)) continue;
    fmt::format_to(std::back_inserter(text), "  argument {}  {}[{}]", index, launch::name(buffer->type),
                   base::grouped(buffer->size));
    for (std::uint64_t at = 0; at < std::min(buffer->size, elements_shown); ++at) {
      text += (at == 0 ? ":  " : "  ") + launch::to_text(launch::element(buffer->type, result.outputs[output], at));
    }
    text += buffer->size > elements_shown ? "  …\n" : "\n";
  }
}

std::string value_text(double value) {
  const auto whole = launch::make_scalar(launch::ElementType::i64, value);
  if (whole.ok() && launch::to_double(*whole) == value) return base::grouped(static_cast<std::int64_t>(whole->bits));
  return fmt::format("{:g}", value);
}

void add_check(std::string& text, const experiment::Experiment& experiment, const experiment::Run& run) {
  const experiment::Check& check = run.check;
  const auto elements = static_cast<std::uint64_t>(check.expected.size());
  const experiment::Entry& entry = experiment.entries[run.settings.entry];
  if (check.wrong == 0) {
    fmt::format_to(std::back_inserter(text), "\n  {}: all {} as in the reference\n", run.buffer_names[check.buffer],
                   base::counted(elements, "element"));
  } else {
    fmt::format_to(std::back_inserter(text), "\n  {}: {} of {} differ from the reference, first element {}\n",
                   run.buffer_names[check.buffer], base::grouped(check.wrong), base::counted(elements, "element"),
                   base::grouped(check.first_wrong));
  }
  add_figure(text, "sum", value_text(check.actual_sum), Origin::counted);
  add_figure(text, "sum of the reference", value_text(check.expected_sum), Origin::counted);
  if (check.wrong > 0 && entry.racy)
    text += "  This entry is meant to go wrong: " + experiment::shows_text(experiment, run.settings) + "\n";
}

void add_streams(std::string& text, const experiment::Run& run) {
  if (!run.streams_note.empty()) fmt::format_to(std::back_inserter(text), "\n  Streams: {}.\n", run.streams_note);
  if (run.streams.empty()) return;
  text += run.streams.front().origin == launch::TimeOrigin::measured ? "\n  streams, milliseconds by GPU events, measured\n"
                                                                     : "\n  streams, milliseconds, modelled\n";
  fmt::format_to(std::back_inserter(text), "  {:<24}{:>12}{:>12}{:>12}{:>12}{:>18}\n", "way", "all of it", "copy in", "kernel",
                 "copy out", "calls returned in");
  for (const launch::StreamTimeline& timeline : run.streams) {
    const analysis::StreamTotals totals = analysis::stream_totals(timeline);
    fmt::format_to(std::back_inserter(text), "  {:<24}{:>12.4f}{:>12.4f}{:>12.4f}{:>12.4f}{:>18.4f}{}\n",
                   launch::name(timeline.way), totals.span, totals.copy_in, totals.kernel, totals.copy_out, timeline.issued_ms,
                   timeline.same_outputs ? "" : "  other results than as a whole");
  }
}

void add_repeats(std::string& text, const experiment::Experiment& experiment, const experiment::Run& run) {
  if (run.repeats.size() < 2) return;
  std::map<double, std::uint64_t> times;
  for (const double value : run.repeats) ++times[value];
  fmt::format_to(std::back_inserter(text), "\n  element {} after {} with seeds {} to {}:\n", experiment.shown_element,
                 base::counted(std::uint64_t{run.repeats.size()}, "run"), run.settings.seed,
                 run.settings.seed + run.repeats.size() - 1);
  for (const auto& [value, count] : times) add_figure(text, value_text(value), base::counted(count, "time"), Origin::counted);
}

}  // namespace

std::string report(const launch::Launch& launch, const launch::LaunchResult& result) {
  std::string text = fmt::format("{} on {}\n  grid {}, block {}", launch.module->functions[launch.entry].demangled, result.device,
                                 base::extents_text(launch.grid), base::extents_text(launch.block));
  if (launch.dynamic_shared > 0) text += ", dynamic shared memory " + base::counted(std::uint64_t{launch.dynamic_shared}, "byte");
  if (result.modelled) text += fmt::format(", schedule {}, seed {}", launch::name(launch.schedule), launch.seed);
  text += "\n\n";
  text += counters_report(result);
  add_timing(text, launch, result.timing);
  if (result.utilisation) text += "  " + launch::cost_limit(*result.utilisation).text + " (modelled)\n";
  text += breakdown_report(launch, result);
  text += "\n";
  add_buffers(text, launch, result);
  return base::escaped_lines(text);
}

std::string report(const experiment::Experiment& experiment, const experiment::Run& run) {
  std::string text = fmt::format("{}, {}\n", experiment.title, experiment.entries[run.settings.entry].label);
  text += report(run.launch, run.result);
  if (run.result.outcome != launch::Outcome::finished) return base::escaped_lines(text);
  if (!run.check.expected.empty()) add_check(text, experiment, run);
  if (!run.reference_note.empty()) text += "\n  not compared: " + run.reference_note + "\n";
  add_streams(text, run);
  add_repeats(text, experiment, run);
  return base::escaped_lines(text);
}

std::string printed_by(const launch::LaunchResult& result) {
  if (result.printed.empty()) return "";
  return result.printed + (result.printed.ends_with('\n') ? "\n" : "\n\n");
}

base::Error error_of(const launch::LaunchResult& result) {
  const launch::Fault& fault = *result.fault;
  return {as_seen_from_here(fault.file), static_cast<int>(fault.line), static_cast<int>(fault.column), fault.message};
}

}  // namespace warplens::cli
