#include "launch/costs/stream_timeline.h"

#include <algorithm>

namespace warplens::launch {

std::string_view name(StreamWay way) {
  constexpr std::array<std::string_view, 3> names{"default-stream", "kernels-in-default", "own-streams"};
  return names[static_cast<std::size_t>(way)];
}

std::string_view name(StreamPhase phase) {
  constexpr std::array<std::string_view, 3> names{"copy-in", "kernel", "copy-out"};
  return names[static_cast<std::size_t>(phase)];
}

std::string_view name(TimeOrigin origin) { return origin == TimeOrigin::measured ? "measured" : "modelled"; }

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
