#include "runtime/captures.h"

#include <algorithm>
#include <utility>

namespace warplens::runtime {

Captures::Point* Captures::point(std::uint32_t stream) {
  const auto found = streams_.find(stream);
  return found != streams_.end() ? &found->second : nullptr;
}

Status Captures::begin(std::uint32_t stream, CaptureMode mode, std::optional<std::uint32_t> graph,
                       std::vector<std::uint32_t> after) {
  if (point(stream) != nullptr) return Status::illegal_state;
  const std::uint64_t number = next_++;
  captures_[number] = {.graph = graph ? *graph : graphs_.create(),
                       .origin = stream,
                       .mode = mode,
                       .thread = std::this_thread::get_id(),
                       .own_graph = !graph};
  streams_[stream] = {number, std::move(after)};
  return Status::success;
}

Status Captures::end(std::uint32_t stream, std::optional<std::uint32_t>& graph) {
  const Point* const end = point(stream);
  if (end == nullptr) return Status::illegal_state;
  const Capture capture = of(*end);
  if (capture.origin != stream) {
    forbid(*point(stream));
    return Status::capture_unmatched;
  }
  if (capture.mode != CaptureMode::relaxed && capture.thread != std::this_thread::get_id()) return Status::capture_wrong_thread;
  Status status = capture.valid ? Status::success : Status::capture_invalidated;
  for (const auto& [other, reached] : streams_) {
    if (reached.capture != end->capture || status != Status::success || graphs_.reaches(end->after, reached.after)) continue;
    status = Status::capture_unjoined;
  }
  const std::uint64_t number = end->capture;
  std::erase_if(streams_, [&](const auto& each) { return each.second.capture == number; });
  captures_.erase(number);
  if (status == Status::success) {
    graph = capture.graph;
  } else if (capture.own_graph) {
    graphs_.destroy(capture.graph);
  }
  return status;
}

Status Captures::add(Point& point, Work work, const Call& call) {
  const Capture& capture = of(point);
  if (!capture.valid || graphs_.graph(capture.graph) == nullptr) return Status::capture_invalidated;
  point.after = {graphs_.add(capture.graph, std::move(work), std::move(point.after), call)};
  return Status::success;
}

void Captures::record(std::uint32_t event, std::uint32_t stream) {
  if (const Point* const reached = point(stream)) {
    events_[event] = *reached;
  } else {
    events_.erase(event);
  }
}

std::optional<Status> Captures::wait(std::uint32_t stream, std::uint32_t event, bool event_is_recorded) {
  const auto recorded = events_.find(event);
  Point* const waiting = point(stream);
  if (recorded == events_.end()) {
    if (waiting == nullptr) return std::nullopt;
    if (!event_is_recorded) return Status::success;  // such a wait ends at once
    forbid(*waiting);
    return Status::capture_isolation;
  }
  const Point& reached = recorded->second;
  if (!captures_.contains(reached.capture)) {  // the capture has ended
    if (waiting == nullptr) return Status::captured_event;
    forbid(*waiting);
    return Status::capture_isolation;
  }
  if (!of(reached).valid) return Status::capture_invalidated;
  if (stream == 0 && waiting == nullptr) {
    captures_.at(reached.capture).valid = false;
    return Status::capture_implicit;
  }
  if (waiting == nullptr) {
    streams_[stream] = reached;
    return Status::success;
  }
  if (waiting->capture != reached.capture) {
    captures_.at(reached.capture).valid = false;
    forbid(*waiting);
    return Status::capture_merge;
  }
  if (!of(*waiting).valid) return Status::capture_invalidated;
  for (const std::uint32_t node : reached.after)
    if (std::ranges::find(waiting->after, node) == waiting->after.end()) waiting->after.push_back(node);
  return Status::success;
}

Status Captures::forbid(Point& point) {
  Capture& capture = captures_.at(point.capture);
  return std::exchange(capture.valid, false) ? Status::capture_unsupported : Status::capture_invalidated;
}

Status Captures::unsafe_call(CaptureMode mode) {
  Status status = Status::success;
  if (mode == CaptureMode::relaxed) return status;
  for (auto& [number, capture] : captures_) {
    const bool own = capture.thread == std::this_thread::get_id();
    const bool matters =
        own ? capture.mode != CaptureMode::relaxed : mode == CaptureMode::global && capture.mode == CaptureMode::global;
    if (!matters) continue;
    capture.valid = false;
    status = Status::capture_unsupported;
  }
  return status;
}

Status Captures::wait_for_all() {
  for (auto& [number, capture] : captures_) capture.valid = false;
  return any() ? Status::capture_unsupported : Status::success;
}

}  // namespace warplens::runtime
