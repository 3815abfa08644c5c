#include "launch/costs/stream_schedule.h"

#include <algorithm>
#include <array>

#include "launch/costs/stream_parts.h"

namespace warplens::launch {
namespace {

double duration(StreamPhase phase, const PartCosts& part, const CopyCosts& costs) {
  if (phase == StreamPhase::kernel) return part.kernel_ms;
  const std::uint64_t bytes = phase == StreamPhase::copy_in ? part.bytes_in : part.bytes_out;
  return costs.start_ms + static_cast<double>(bytes) / costs.bytes_per_ms;
}

}  // namespace

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
