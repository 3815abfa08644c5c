#include "remote/stranger.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <set>
#include <variant>

#include "base/escaped.h"
#include "base/number_format.h"
#include "launch/address_space.h"
#include "launch/placement.h"
#include "ptx/find_variable.h"
#include "ptx/listing.h"
#include "trace/trace.h"

namespace warplens::remote {
namespace {

using launch::Buffer, launch::Launch, launch::LaunchResult, launch::Placement, launch::ScheduleRecord;

std::uint64_t bytes_of(const Buffer& buffer) { return buffer.size * launch::bytes(buffer.type); }

bool is_amount(double value) { return std::isfinite(value) && value >= 0; }

template <typename... T>
bool are_amounts(const T&... values) {
  return (is_amount(values) && ...);
}

std::uint64_t warps_of(const Launch& launch) { return base::count(launch.grid) * ((base::count(launch.block) + 31) / 32); }

bool is_schedule_of(const Launch& launch, const ScheduleRecord& record) {
  const std::uint64_t warps = warps_of(launch);
  return std::ranges::all_of(record.runs, [&](const launch::ScheduleRun& run) {
    return run.warp < warps && (run.lane < 32 || run.lane == launch::ScheduleRun::any_lane);
  });
}

/// Whether the content of a buffer has the size that the buffer declares. launch::check() compares sizes with
/// launch::max_buffer.
bool is_whole(const Buffer& buffer) {
  return buffer.initial && buffer.size <= launch::max_buffer && buffer.initial->size() == bytes_of(buffer);
}

std::string contradiction_of_placement(const Launch& launch) {
  const Placement& placement = *launch.placement;
  const auto buffers = launch::buffers_of(launch);
  if (buffers.size() != launch.arguments.size() || buffers.size() != placement.blocks.size())
    return "its memory has another number of blocks than of buffers";
  std::set<std::uint64_t> addresses;
  const auto is_place = [&](std::uint64_t address) {
    return launch::is_slot(address, launch::first_placed_constant) && addresses.insert(address).second;
  };
  for (std::size_t k = 0; k < buffers.size(); ++k) {
    const Placement::Block& block = placement.blocks[k];
    if (!is_place(block.address) || !launch::are_ranges_within(block.unwritten, bytes_of(*buffers[k])) ||
        (block.freed && buffers[k]->size != 0))
      return "its memory contradicts itself";
  }
  for (const Placement::Variable& variable : placement.variables) {
    if (variable.index >= launch.module->variables.size() || !is_place(variable.address))
      return "its variables contradict themselves";
    const ptx::Variable& declared = launch.module->variables[variable.index];
    if (!ptx::is_symbol(declared) || (variable.initial && variable.initial->size() != declared.size))
      return "its variables contradict themselves";
  }
  return {};
}

constexpr std::uint64_t max_cycle = std::uint64_t{1} << 53;  // cycles are drawn as doubles

/// Checks a result part by part. Each function says whether the part fits the launch.
class ResultCheck {
 public:
  ResultCheck(const Launch& launch, const LaunchResult& result)
      : launch_(launch), result_(result), buffers_(launch::buffers_of(launch)), listing_(*launch.module, launch.entry) {}

  std::string all() const {
    if ((result_.outcome == launch::Outcome::faulted) != result_.fault.has_value()) return "it faulted without a fault";
    if (!outputs_fit()) return "its outputs are not those of the launch";
    if (!memory_fits()) return "its memory is not that of the launch";
    if (!result_.tallies.empty() && result_.tallies.size() != listing_.size()) return "its counts are those of another kernel";
    if (!figures_fit()) return "its figures are impossible";
    if (result_.schedule && !schedule_fits(*result_.schedule)) return "its schedule is that of another launch";
    return trace_contradiction();
  }

 private:
  std::uint64_t bytes_of_buffer(std::size_t k) const { return buffers_[k]->size * launch::bytes(buffers_[k]->type); }

  bool outputs_fit() const {
    if (result_.outputs.size() != buffers_.size() || result_.symbols.size() != launch_.saved_symbols.size()) return false;
    for (std::size_t k = 0; k < buffers_.size(); ++k)
      if (!result_.outputs[k].empty() && result_.outputs[k].size() != bytes_of_buffer(k)) return false;
    for (std::size_t k = 0; k < result_.symbols.size(); ++k) {
      const auto variable = ptx::find_variable(*launch_.module, launch_.saved_symbols[k]);
      if (!variable) return false;
      const std::uint64_t bytes = launch_.module->variables[*variable].size;
      if (!result_.symbols[k].empty() && result_.symbols[k].size() != bytes) return false;
    }
    return true;
  }

  bool memory_fits() const {
    if (!launch_.placement) return result_.heap.empty() && result_.heap_freed.empty() && result_.unwritten.empty();
    if (!result_.unwritten.empty() && result_.unwritten.size() != buffers_.size()) return false;
    for (std::size_t k = 0; k < result_.unwritten.size(); ++k)
      if (!launch::are_ranges_within(result_.unwritten[k], bytes_of_buffer(k))) return false;
    return true;
  }

  static bool is_amount(double value) { return std::isfinite(value) && value >= 0; }
  static bool is_amount(const std::optional<double>& value) { return !value || is_amount(*value); }
  static bool is_spread(const std::optional<launch::Spread>& spread) {
    return !spread || (is_amount(spread->smallest) && spread->smallest <= spread->median && spread->median <= spread->largest &&
                       is_amount(spread->largest) && spread->runs > 0);
  }

  bool figures_fit() const {
    const launch::Timing& timing = result_.timing;
    for (const auto& time :
         {timing.host_ms, timing.kernel_ms, timing.copies_ms, timing.kernel_cycles, timing.launch_cycles, timing.overhead_ms})
      if (!is_amount(time)) return false;
    if (!is_spread(timing.kernel_spread) || !is_spread(timing.copies_spread)) return false;
    if (const auto& used = result_.utilisation) {
      for (const double share :
           {used->issue, used->arithmetic, used->l1, used->l2, used->memory, used->atomics, used->peaks.integer,
            used->peaks.floating, used->peaks.double_precision, used->peaks.memory_bytes})
        if (!is_amount(share)) return false;
    }
    constexpr std::uint32_t max_warps = 1024, max_blocks = 1024;  // on a multiprocessor: more than any card has
    if (const auto& occupancy = result_.occupancy)
      if (occupancy->max_warps > max_warps || occupancy->warps > occupancy->max_warps || occupancy->blocks > max_blocks)
        return false;
    return result_.multiprocessors <= launch::max_multiprocessors;
  }

  bool schedule_fits(const launch::ScheduleRecord& record) const {
    const std::uint64_t warps = base::count(launch_.grid) * ((base::count(launch_.block) + 31) / 32);
    return launch_.record_schedule && std::ranges::all_of(record.runs, [&](const auto& run) { return run.warp < warps; });
  }

  std::string trace_contradiction() const {
    const trace::Trace& trace = result_.trace;
    if (trace == trace::Trace{}) return {};
    if (trace.grid != launch_.grid || trace.block != launch_.block) return "its trace is that of another launch";
    const auto& steps = trace.steps;
    for (std::size_t row = 0; row < steps.size(); ++row)
      if (steps.instruction[row] >= listing_.size() || steps.cycle[row] > max_cycle) return "a step of its trace is impossible";
    for (std::size_t row = 0; row < trace.accesses.size(); ++row)
      if (!access_fits(row)) return "an access of its trace is impossible";
    const auto& placements = trace.placements;
    for (std::size_t row = 0; row < placements.size(); ++row)
      if (placements.sm[row] >= launch::max_multiprocessors || placements.end[row] > max_cycle)
        return "a block of its trace is nowhere";
    if (!std::ranges::all_of(trace.waits.end, [](std::uint64_t end) { return end <= max_cycle; }) || trace.end_cycle > max_cycle)
      return "its trace has no end";
    return {};
  }

  /// Offsets may be outside of the buffer, as those of wrong kernels are.
  bool access_fits(std::size_t row) const {
    const trace::Accesses& accesses = result_.trace.accesses;
    const std::uint32_t buffer = accesses.buffer[row];
    return accesses.done[row] <= max_cycle && (buffer == trace::no_buffer || buffer < buffers_.size());
  }

  const Launch& launch_;
  const LaunchResult& result_;
  std::vector<const launch::Buffer*> buffers_;
  ptx::Listing listing_;
};

void clean(std::string& words) { words = printable(words); }

void clean(launch::Fault& fault) {
  for (std::string* const words : {&fault.message, &fault.file, &fault.space, &fault.buffer}) clean(*words);
}

void clean(std::vector<launch::Finding>& findings) {
  for (launch::Finding& finding : findings) {
    for (std::string* const words : {&finding.space, &finding.buffer, &finding.place, &finding.message}) clean(*words);
    clean(finding.first.file);
    if (finding.second) clean(finding.second->file);
  }
}

}  // namespace

std::string contradiction(const launch::DeviceProperties& properties) {
  const launch::MultiprocessorLimits& limits = properties.per_multiprocessor;
  if (properties.multiprocessors > launch::max_multiprocessors || properties.warp_size != 32 || properties.details.size() > 100 ||
      !is_amount(properties.clock_mhz))
    return "its figures are those of no machine";
  if (limits.register_partitions == 0 || limits.register_unit == 0 || limits.shared_unit == 0 || limits.threads > 1u << 16 ||
      limits.blocks > 1u << 16)
    return "its multiprocessors are those of no machine";
  return {};
}

std::string contradiction(const Launch& launch) {
  constexpr std::uint32_t max_dynamic_shared = 1u << 20, max_timed_runs = 0xffff;  // the latter is --timed's
  const auto is_shape = [](const launch::VariableShape& shape) { return shape.element_bytes > 0; };
  const auto is_value = [](const launch::Argument& argument) {
    const auto* const buffer = std::get_if<Buffer>(&argument);
    return buffer == nullptr || is_whole(*buffer) || buffer->size == 0;
  };
  if (!launch::check_geometry(launch.grid, launch.block).empty()) return "its grid or block is over CUDA's limits";
  if (launch.dynamic_shared > max_dynamic_shared) return "it has more shared memory than any card";
  if (launch.timed_runs > max_timed_runs) return "it is to be timed too often";
  if (launch.trace_budget > launch::max_buffer || launch.heap_bytes > launch::max_buffer)
    return "its trace or its heap is too large";
  if (!std::ranges::all_of(launch.shapes, is_shape)) return "its variables have elements without bytes";
  if (!std::ranges::all_of(launch.arguments, is_value) || !std::ranges::all_of(launch.symbols, is_whole))
    return "a value has another size than it says";
  if (launch.recorded && !is_schedule_of(launch, *launch.recorded)) return "its schedule is that of another launch";
  std::vector<std::uint64_t> sizes;
  for (const Buffer* buffer : launch::buffers_of(launch)) sizes.push_back(bytes_of(*buffer));
  if (std::string wrong = launch::contradiction(launch.textures, sizes); !wrong.empty()) return wrong;
  return launch.placement ? contradiction_of_placement(launch) : "";
}

std::string contradiction(const Launch& launch, const launch::StreamPlan& plan, const std::vector<launch::Bytes>& whole) {
  using Plan = launch::StreamPlan;
  if (plan.streams == 0 || plan.streams > Plan::max_streams || plan.parts == 0 || plan.parts > Plan::max_parts)
    return "its streams or parts are too many, or none";
  if (plan.count_argument >= launch.arguments.size()) return "its number of elements is no argument";
  const auto buffers = launch::buffers_of(launch);
  if (whole.size() != buffers.size()) return "its outputs are not those of the launch";
  for (std::size_t k = 0; k < buffers.size(); ++k)
    if (whole[k].size() != bytes_of(*buffers[k])) return "its outputs are not those of the launch";
  return {};
}

std::string contradiction(const Launch& launch, const launch::SearchResult& result) {
  const auto is_good = [&](const auto& found) { return !found || (found->schedule && is_schedule_of(launch, *found->schedule)); };
  return is_good(result.smallest) && is_good(result.largest) && is_good(result.failure) ? ""
                                                                                        : "a schedule is that of another launch";
}

std::string contradiction(const launch::StreamPlan& plan, const std::vector<launch::StreamTimeline>& timelines) {
  for (const launch::StreamTimeline& timeline : timelines) {
    if (timeline.streams == 0 || timeline.streams > plan.streams || !are_amounts(timeline.issued_ms, timeline.done_ms))
      return "its streams or times are impossible";
    for (const launch::StreamTask& task : timeline.tasks) {
      const bool in_order = are_amounts(task.ready_ms, task.begin_ms, task.end_ms) && task.begin_ms <= task.end_ms;
      if (task.part >= plan.parts || task.row > plan.streams || !in_order) return "a copy or a kernel is impossible";
    }
  }
  return {};
}

std::string contradiction(const Launch& launch, const LaunchResult& result) { return ResultCheck(launch, result).all(); }

std::string printable(std::string_view words) {
  std::string line(words);
  for (char& c : line)
    if (c == '\n' || c == '\t') c = ' ';
  return base::escaped(line);
}

void make_printable(launch::LaunchResult& result) {
  for (std::string* const words : {&result.device, &result.unchecked, &result.trace_note}) clean(*words);
  result.printed = base::escaped_lines(result.printed);
  if (result.fault) clean(*result.fault);
  clean(result.findings);
  clean(result.notes);
  if (result.utilisation) {
    clean(result.utilisation->device);
    clean(result.utilisation->arithmetic_unit);
  }
}

void make_printable(launch::SearchResult& result) {
  if (result.smallest) clean(result.smallest->strategy);
  if (result.largest) clean(result.largest->strategy);
  if (!result.failure) return;
  clean(result.failure->fault);
  clean(result.failure->strategy);
}

void make_printable(launch::DeviceProperties& properties) {
  for (std::string* const words :
       {&properties.id, &properties.name, &properties.compute_capability, &properties.driver, &properties.runtime})
    clean(*words);
  for (auto& [what, value] : properties.details) {
    clean(what);
    clean(value);
  }
}

}  // namespace warplens::remote
