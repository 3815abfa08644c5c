#include "analysis/totals.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace warplens::analysis {
namespace {

using launch::RecordedCall;

/// Length of what the intervals cover together.
double covered(std::vector<std::pair<double, double>> intervals) {
  std::ranges::sort(intervals);
  double sum = 0, until = 0;
  for (const auto& [begin, end] : intervals) {
    sum += std::max(end - std::max(begin, until), 0.0);
    until = std::max(until, end);
  }
  return sum;
}

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

bool is_variable(const launch::RecordedAllocation& allocation) {
  using Kind = launch::RecordedAllocation::Kind;
  return allocation.kind == Kind::variable || (allocation.kind != Kind::heap && allocation.allocated == launch::no_call);
}

bool is_never_freed(const launch::RecordedAllocation& allocation) {
  return !is_variable(allocation) && allocation.freed == launch::no_call;
}

double waited_ms(const RecordedCall& call) {
  const double inside = std::max(call.returned_ms - call.called_ms, 0.0);
  switch (call.kind) {
    case RecordedCall::Kind::copy:
      return call.end_ms > call.begin_ms && call.returned_ms >= call.end_ms ? inside : 0;
    case RecordedCall::Kind::wait:
    case RecordedCall::Kind::free:
    case RecordedCall::Kind::allocate:
      return inside;
    default:
      return 0;
  }
}

ProgramTotals program_totals(const launch::ProgramRecording& program) {
  ProgramTotals totals;
  std::vector<std::pair<double, double>> kernels, copies;
  for (const RecordedCall& call : program.calls) {
    totals.end_ms = std::max({totals.end_ms, call.returned_ms, call.end_ms});
    totals.waited_ms += waited_ms(call);
    if (call.kind == RecordedCall::Kind::launch) kernels.emplace_back(call.begin_ms, call.end_ms);
    if (call.kind != RecordedCall::Kind::copy || !call.error.empty()) continue;
    copies.emplace_back(call.begin_ms, call.end_ms);
    ++totals.copies;
  }
  totals.kernels_ms = covered(std::move(kernels));
  totals.copies_ms = covered(std::move(copies));
  for (const launch::RecordedAllocation& allocation : program.allocations) {
    if (is_variable(allocation)) continue;
    ++totals.allocated;
    if (is_never_freed(allocation)) ++totals.never_freed;
  }
  return totals;
}

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
