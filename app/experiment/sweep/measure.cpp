#include "experiment/sweep/measure.h"

#include <algorithm>
#include <vector>

#include "analysis/block_timeline.h"
#include "analysis/counter_table.h"
#include "experiment/check/check.h"
#include "experiment/inputs/inputs.h"

namespace warplens::experiment {
namespace {

using launch::Origin;

/// Index among the launch's buffers of the one called `name`, and the buffer.
std::optional<std::pair<std::uint32_t, const launch::Buffer*>> buffer_named(const launch::Launch& launch,
                                                                            const std::string& name) {
  const std::vector<const launch::Buffer*> buffers = launch::buffers_of(launch);
  for (std::uint32_t index = 0; index < buffers.size(); ++index)
    if (buffers[index]->name == name) return std::pair(index, buffers[index]);
  return std::nullopt;
}

std::optional<Check> compared(const Finished& finished) {
  const Reference reference = reference_of(finished.experiment, finished.settings);
  const auto output = buffer_named(finished.launch, reference.output);
  if (!output || output->first >= finished.result.outputs.size()) return std::nullopt;
  auto expected = expected_values(finished.experiment, finished.settings, finished.launch);
  if (!expected || expected->empty()) return std::nullopt;
  return compare(output->first, std::move(*expected), output->second->type, finished.result.outputs[output->first],
                 reference.tolerance);
}

std::optional<double> wrong_elements(const Finished& finished) {
  const auto check = compared(finished);
  return check ? std::optional(static_cast<double>(check->wrong)) : std::nullopt;
}

std::optional<double> missing(const Finished& finished) {
  const auto check = compared(finished);
  return check ? std::optional(check->expected_sum - check->actual_sum) : std::nullopt;
}

std::optional<double> shown_value(const Finished& finished) {
  const auto shown = buffer_named(finished.launch, shown_of(finished.experiment, finished.settings));
  if (!shown || shown->first >= finished.result.outputs.size() || finished.experiment.shown_element >= shown->second->size)
    return std::nullopt;
  return launch::to_double(
      launch::element(shown->second->type, finished.result.outputs[shown->first], finished.experiment.shown_element));
}

/// A time measured by the kernel itself: the first element of its output `cycles_per_access`.
std::optional<double> cycles_per_access(const Finished& finished) {
  const auto output = buffer_named(finished.launch, "cycles_per_access");
  if (!output || output->first >= finished.result.outputs.size()) return std::nullopt;
  return launch::to_double(launch::element(output->second->type, finished.result.outputs[output->first], 0));
}

/// The entry's `moves` divided by the time, in 10^9 bytes per second.
std::optional<double> gigabytes_per_second(const Finished& finished) {
  const auto bytes = bytes_moved(finished.experiment, finished.settings);
  const std::optional<double> ms = finished.result.timing.kernel_ms;
  if (!bytes || *bytes == 0 || !ms || !(*ms > 0)) return std::nullopt;
  return static_cast<double>(*bytes) / *ms / 1e6;
}

/// Bytes that lanes requested from and wrote to global memory.
std::optional<double> bytes_per_cycle(const Finished& finished) {
  const launch::Counters& c = finished.result.counters;
  if (c.cycles == 0 || !launch::has_time(finished.launch)) return std::nullopt;
  return static_cast<double>(c.load_bytes_asked + c.store_bytes_asked) / static_cast<double>(c.cycles);
}

std::optional<double> collisions_per_atomic(const Finished& finished) {
  const launch::Counters& c = finished.result.counters;
  if (c.global_atomics == 0) return std::nullopt;
  return static_cast<double>(c.atomic_collisions) / static_cast<double>(c.global_atomics);
}

std::optional<double> occupancy(const Finished& finished) {
  return finished.result.occupancy ? std::optional(finished.result.occupancy->theoretical()) : std::nullopt;
}

std::optional<analysis::BlockTimeline> timeline(const launch::LaunchResult& result) {
  if (!result.occupancy || result.trace.placements.size() == 0 || result.trace.placements.size() != result.counters.blocks)
    return std::nullopt;
  return analysis::block_timeline(result.trace, *result.occupancy, result.multiprocessors);
}

std::optional<double> achieved_occupancy(const Finished& finished) {
  const auto blocks = timeline(finished.result);
  return blocks ? std::optional(blocks->achieved_occupancy) : std::nullopt;
}

std::optional<double> waves(const Finished& finished) {
  const auto blocks = timeline(finished.result);
  return blocks ? std::optional(blocks->waves) : std::nullopt;
}

std::vector<Measure> make_table() {
  std::vector<Measure> table{
      {"gpu", "GPU, kernel only", "ms", Origin::measured, Source::gpu,
       [](const Finished& f) { return f.result.timing.kernel_ms; }},
      {"gpu-copies", "GPU with copies", "ms", Origin::measured, Source::gpu,
       [](const Finished& f) { return f.result.timing.copies_ms; }},
      {"cpu", "CPU, one thread", "ms", Origin::measured, Source::cpu_one_thread, {}},
      {"cpu-all", "CPU, all threads", "ms", Origin::measured, Source::cpu_all_threads, {}},
      {"blas", "CPU, BLAS library", "ms", Origin::measured, Source::blas, {}},
      {"simt", "SIMT machine", "cycles", Origin::modelled, Source::simt,
       [](const Finished& f) { return f.result.timing.kernel_cycles; }},
  };
  for (const analysis::Count& row : analysis::counts())
    if (row.id != "cycles")
      table.push_back({std::string(row.id), std::string(row.label), std::string(row.unit), row.origin, Source::simt,
                       [&row](const Finished& f) { return std::optional(static_cast<double>(row.of(f.result.counters))); }});
  for (const analysis::Ratio& row : analysis::ratios())
    table.push_back({std::string(row.id), std::string(row.label), "", Origin::counted, Source::simt,
                     [&row](const Finished& f) { return row.of(f.result.counters); }});
  const Measure more[] = {
      {"access-gpu", "from access to access, GPU", "cycles", Origin::measured, Source::gpu, cycles_per_access},
      {"access", "from access to access, SIMT machine", "cycles", Origin::modelled, Source::simt, cycles_per_access},
      {"bandwidth-gpu", "bandwidth, GPU", "GB/s", Origin::measured, Source::gpu, gigabytes_per_second},
      {"bandwidth", "bandwidth, SIMT machine", "bytes per cycle", Origin::modelled, Source::simt, bytes_per_cycle},
      {"collisions_per_atomic", "collisions per atomic request", "", Origin::counted, Source::simt, collisions_per_atomic},
      {"occupancy", "occupancy", "", Origin::modelled, Source::simt, occupancy},
      {"achieved_occupancy", "occupancy achieved", "", Origin::modelled, Source::simt, achieved_occupancy},
      {"waves", "waves of blocks", "", Origin::modelled, Source::simt, waves},
      {"wrong", "elements that differ from the reference", "", Origin::counted, Source::simt, wrong_elements},
      {"missing", "missing from the reference's sum", "", Origin::counted, Source::simt, missing},
      {"value", "final value", "", Origin::counted, Source::simt, shown_value},
  };
  table.insert(table.end(), std::begin(more), std::end(more));
  return table;
}

}  // namespace

bool on_cpu(Source source) { return source != Source::gpu && source != Source::simt; }

std::span<const Measure> measures() {
  static const std::vector<Measure> table = make_table();
  return table;
}

const Measure* measure_named(std::string_view id) {
  const std::span<const Measure> all = measures();
  const auto found = std::find_if(all.begin(), all.end(), [id](const Measure& measure) { return measure.id == id; });
  return found == all.end() ? nullptr : &*found;
}

bool is_time(const Measure& measure) { return measure.unit == "ms"; }

}  // namespace warplens::experiment
