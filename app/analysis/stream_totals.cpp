#include "analysis/stream_totals.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace warplens::analysis {
namespace {

/// Length of the union of the tasks of one kind.
double covered(const launch::StreamTimeline& timeline, launch::StreamPhase phase) {
  std::vector<std::pair<double, double>> spans;
  for (const launch::StreamTask& task : timeline.tasks)
    if (task.phase == phase) spans.emplace_back(task.begin_ms, task.end_ms);
  std::sort(spans.begin(), spans.end());
  double length = 0, until = spans.empty() ? 0 : spans.front().first;
  for (const auto& [begin, end] : spans) {
    length += std::max(end - std::max(begin, until), 0.0);
    until = std::max(until, end);
  }
  return length;
}

}  // namespace

StreamTotals stream_totals(const launch::StreamTimeline& timeline) {
  StreamTotals totals;
  if (timeline.tasks.empty()) return totals;
  double begin = timeline.tasks.front().begin_ms, end = begin;
  for (const launch::StreamTask& task : timeline.tasks) {
    begin = std::min(begin, task.begin_ms);
    end = std::max(end, task.end_ms);
  }
  totals.span = end - begin;
  totals.copy_in = covered(timeline, launch::StreamPhase::copy_in);
  totals.kernel = covered(timeline, launch::StreamPhase::kernel);
  totals.copy_out = covered(timeline, launch::StreamPhase::copy_out);
  return totals;
}

}  // namespace warplens::analysis
