#include "remote/contradiction.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/number_format.h"
#include "launch/address_space.h"
#include "launch/placement.h"
#include "ptx/find_variable.h"

namespace warplens::remote {
namespace {

using launch::Buffer, launch::Launch, launch::Placement, launch::ScheduleRecord;

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

}  // namespace warplens::remote
