#include "launch/costs/streams.h"

#include <algorithm>
#include <variant>

#include "base/names.h"
#include "base/number_format.h"

namespace warplens::launch {
namespace {

double duration(StreamPhase phase, const PartCosts& part, const CopyCosts& costs) {
  if (phase == StreamPhase::kernel) return part.kernel_ms;
  const std::uint64_t bytes = phase == StreamPhase::copy_in ? part.bytes_in : part.bytes_out;
  return costs.start_ms + static_cast<double>(bytes) / costs.bytes_per_ms;
}

}  // namespace

std::string_view name(StreamWay way) {
  static constexpr base::Names<StreamWay> names{{StreamWay::default_stream, "default-stream"},
                                                {StreamWay::kernels_in_default, "kernels-in-default"},
                                                {StreamWay::own_streams, "own-streams"}};
  return names.name_of(way);
}

std::string_view name(StreamPhase phase) {
  static constexpr base::Names<StreamPhase> names{
      {StreamPhase::copy_in, "copy-in"}, {StreamPhase::kernel, "kernel"}, {StreamPhase::copy_out, "copy-out"}};
  return names.name_of(phase);
}

std::string_view name(TimeOrigin origin) {
  static constexpr base::Names<TimeOrigin> names{{TimeOrigin::measured, "measured"}, {TimeOrigin::modelled, "modelled"}};
  return names.name_of(origin);
}

void serialise_copies(std::vector<StreamTask>& tasks) {
  for (StreamTask& task : tasks) task.begin_ms = task.ready_ms;
  for (const StreamPhase direction : {StreamPhase::copy_in, StreamPhase::copy_out}) {
    std::vector<StreamTask*> copies;
    for (StreamTask& task : tasks)
      if (task.phase == direction) copies.push_back(&task);
    std::stable_sort(copies.begin(), copies.end(), [](const auto* a, const auto* b) { return a->end_ms < b->end_ms; });
    for (std::size_t k = 1; k < copies.size(); ++k)
      copies[k]->begin_ms = std::min(std::max(copies[k]->ready_ms, copies[k - 1]->end_ms), copies[k]->end_ms);
  }
}

base::Result<std::uint64_t> divisible_elements(const Launch& launch, const StreamPlan& plan) {
  if (launch.grid.y * launch.grid.z * launch.block.y * launch.block.z != 1)
    return base::error("streams: only threads along x can be divided");
  const auto* count = std::get_if<Scalar>(&launch.arguments[plan.count_argument]);
  if (count == nullptr) return base::error("streams: the number of elements is no scalar");
  const auto elements = static_cast<std::uint64_t>(to_double(*count));
  if (elements < plan.parts) return base::error("streams: there are fewer elements than parts that they are to be divided into");
  for (const Argument& argument : launch.arguments) {
    const auto* buffer = std::get_if<Buffer>(&argument);
    if (buffer != nullptr && buffer->size != elements)
      return base::error("streams: " + buffer->name + " has " + base::counted(buffer->size, "element") + ", the parts are of " +
                         base::grouped(elements));
  }
  return elements;
}

PartRange part_range(const StreamPlan& plan, std::uint64_t elements, std::uint32_t part) {
  const std::uint64_t first = elements * part / plan.parts;
  return {first, elements * (part + 1) / plan.parts - first};
}

Launch launch_of_part(const Launch& launch, const StreamPlan& plan, const PartRange& range) {
  Launch part = launch;
  auto& count = std::get<Scalar>(part.arguments[plan.count_argument]);
  count = *make_scalar(count.type, static_cast<double>(range.count));
  part.grid.x = static_cast<std::uint32_t>((range.count + part.block.x - 1) / part.block.x);
  return part;
}

std::uint32_t stream_row(StreamWay way, StreamPhase phase, std::uint32_t part, std::uint32_t streams) {
  const bool in_default =
      way == StreamWay::default_stream || (way == StreamWay::kernels_in_default && phase == StreamPhase::kernel);
  return in_default ? 0 : 1 + part % streams;
}

StreamTimeline schedule_streams(StreamWay way, const StreamPlan& plan, const std::vector<PartCosts>& parts,
                                const CopyCosts& costs) {
  StreamTimeline timeline;
  timeline.way = way;
  timeline.streams = plan.streams;
  timeline.origin = TimeOrigin::modelled;
  std::vector<double> stream_done(plan.streams + 1);  // row 0: the default stream
  std::array<double, 3> unit_free{};                  // copies in, kernels, copies out
  double all_done = 0, called = 0;
  for (std::uint32_t part = 0; part < parts.size(); ++part) {
    for (const StreamPhase phase : {StreamPhase::copy_in, StreamPhase::kernel, StreamPhase::copy_out}) {
      const std::uint32_t row = stream_row(way, phase, part, plan.streams);
      const double earlier = row == 0 ? all_done : std::max(stream_done[row], stream_done[0]);
      double& unit = unit_free[static_cast<std::size_t>(phase)];
      StreamTask task{.phase = phase, .part = part, .row = row, .ready_ms = std::max(called, earlier)};
      task.begin_ms = std::max(task.ready_ms, unit);
      task.end_ms = task.begin_ms + duration(phase, parts[part], costs);
      called += costs.call_ms;
      unit = stream_done[row] = task.end_ms;
      all_done = std::max(all_done, task.end_ms);
      timeline.tasks.push_back(task);
    }
  }
  timeline.issued_ms = called;
  timeline.done_ms = std::max(called, all_done);
  return timeline;
}

}  // namespace warplens::launch
