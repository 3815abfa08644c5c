#include "launch/costs/stream_timeline.h"

#include <algorithm>

#include "base/names.h"

namespace warplens::launch {

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

}  // namespace warplens::launch
