#include "cli/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <variant>

#include "analysis/stream_totals.h"
#include "base/escaped.h"
#include "base/number_format.h"
#include "cli/report_counters.h"
#include "cli/source.h"
#include "experiment/captions/caption.h"

namespace warplens::cli {
namespace {

constexpr std::uint64_t elements_shown = 8;

void add_timing(std::string& text, const launch::Launch& launch, const launch::Timing& timing) {
  const auto add_ms = [&](std::string_view what, const std::optional<double>& ms) {
    if (ms) add_figure(text, what, fmt::format("{:.4f} ms", *ms), launch::Origin::measured);
  };
  const auto add_spread = [&](std::string_view what, const std::optional<launch::Spread>& spread) {
    if (spread)
      add_figure(text, what, fmt::format("{:.4f} to {:.4f} ms, {} runs", spread->smallest, spread->largest, spread->runs),
                 launch::Origin::measured);
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
             timed ? launch::Origin::modelled : launch::Origin::counted);
  if (timing.launch_cycles)
    add_figure(text, "  of them the launch", base::grouped(static_cast<std::uint64_t>(*timing.launch_cycles)),
               launch::Origin::modelled);
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
  add_figure(text, "sum", value_text(check.actual_sum), launch::Origin::counted);
  add_figure(text, "sum of the reference", value_text(check.expected_sum), launch::Origin::counted);
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
  for (const auto& [value, count] : times)
    add_figure(text, value_text(value), base::counted(count, "time"), launch::Origin::counted);
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
