#include "simt/streams.h"

#include <iterator>
#include <variant>

#include "base/number_format.h"
#include "launch/costs/streams.h"

namespace warplens::simt {
namespace {

constexpr std::uint64_t max_warp_instructions = 50'000'000;  // about a second

/// The part's elements alone of each buffer, since a part is addressed from its first element on.
launch::Launch of_part(const launch::Launch& launch, const launch::StreamPlan& plan, const launch::PartRange& range) {
  launch::Launch part = launch_of_part(launch, plan, range);
  part.trace_level = trace::Level::none;
  part.check = part.record_schedule = false;
  for (launch::Argument& argument : part.arguments) {
    auto* buffer = std::get_if<launch::Buffer>(&argument);
    if (buffer == nullptr) continue;
    const std::uint64_t width = launch::bytes(buffer->type);
    const auto first = buffer->initial->begin() + static_cast<std::ptrdiff_t>(range.first * width);
    buffer->initial = std::make_shared<const launch::Bytes>(first, first + static_cast<std::ptrdiff_t>(range.count * width));
    buffer->size = range.count;
  }
  return part;
}

std::uint64_t bytes_of(const std::vector<launch::Bytes>& buffers) {
  std::uint64_t sum = 0;
  for (const launch::Bytes& buffer : buffers) sum += buffer.size();
  return sum;
}

}  // namespace

base::Result<std::vector<launch::StreamTimeline>> run_in_streams(const launch::Launch& launch, const launch::StreamPlan& plan,
                                                                 const DeviceSpec& spec, const std::vector<launch::Bytes>& whole,
                                                                 const RunLaunch& run) {
  if (!has_time(launch) || launch.schedule == launch::Schedule::recorded)
    return base::error("streams need modelled cycles: the timed schedule");
  const auto elements = divisible_elements(launch, plan);
  if (!elements) return elements.error();
  const double cycles_per_ms = spec.clock_mhz * 1000;
  std::vector<launch::PartCosts> parts;
  std::vector<launch::Bytes> outputs(whole.size());
  std::uint64_t instructions = 0;
  for (std::uint32_t part = 0; part < plan.parts; ++part) {
    const auto result = run(of_part(launch, plan, part_range(plan, *elements, part)));
    if (!result) return result.error();
    if (result->fault) return base::error("streams: part " + std::to_string(part + 1) + " failed: " + result->fault->message);
    if (result->outcome == launch::Outcome::cancelled) return base::error("streams: cancelled");
    instructions += result->counters.warp_instructions;
    if (instructions > max_warp_instructions)
      return base::error("streams are modelled up to " + base::grouped(max_warp_instructions) +
                         " warp instructions, and this launch has more; a GPU measures them");
    const double cycles = result->timing.kernel_cycles.value_or(0);
    parts.push_back({bytes_of(result->outputs), bytes_of(result->outputs), cycles / cycles_per_ms});
    for (std::size_t k = 0; k < outputs.size() && k < result->outputs.size(); ++k)
      outputs[k].insert(outputs[k].end(), result->outputs[k].begin(), result->outputs[k].end());
  }
  const launch::CopyCosts costs{.bytes_per_ms = spec.copy_gigabytes_per_second * 1e6,
                                .start_ms = spec.copy_start_microseconds / 1000,
                                .call_ms = spec.call_microseconds / 1000};
  std::vector<launch::StreamTimeline> timelines;
  for (const launch::StreamWay way : launch::stream_ways) {
    timelines.push_back(schedule_streams(way, plan, parts, costs));
    timelines.back().same_outputs = outputs == whole;
  }
  return timelines;
}

}  // namespace warplens::simt
