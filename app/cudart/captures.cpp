#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "cudart/capture.h"

// Stream capture.

namespace warplens::cudart {
namespace {

using runtime::CaptureMode;
using runtime::Program;
using runtime::Status;

struct Refusal {
  Status status;
  const char* why;
};
constexpr std::array refusals{
    Refusal{Status::capture_unsupported,
            "streams are capturing, which puts work into a graph and carries nothing out: the call would have to wait for it or "
            "have an effect now"},
    Refusal{Status::capture_invalidated, "the capture has failed before, by a call that it does not allow"},
    Refusal{Status::capture_merge, "the stream and the event are of two captures"},
    Refusal{Status::capture_unmatched, "a capture ends in the stream in which it has begun"},
    Refusal{Status::capture_unjoined,
            "another stream was captured as well, and the first one has not waited for it: cudaEventRecord in the other one, "
            "then cudaStreamWaitEvent in the first"},
    Refusal{Status::capture_isolation, "the stream captures, and the event was recorded by work outside of this capture"},
    Refusal{Status::capture_implicit,
            "the default stream waits for all streams that were not created with cudaStreamNonBlocking, and one of them "
            "captures"},
    Refusal{Status::captured_event, "the event was last recorded in a stream that captured, so that it is part of a graph"},
    Refusal{Status::capture_wrong_thread, "a capture is ended by the thread that has begun it, unless it is relaxed"},
    Refusal{Status::illegal_state, "the stream is not in the state for it: it captures already, or not at all"},
};

/// Mode of this thread (cudaThreadExchangeStreamCaptureMode).
CaptureMode& mode_of_thread() {
  thread_local CaptureMode mode = CaptureMode::global;
  return mode;
}

constexpr bool is_mode(int mode) { return mode >= 0 && mode <= static_cast<int>(CaptureMode::relaxed); }

/// Begin to capture. The default stream cannot; one per thread can, which here is the same.
Status begin_capture(Program& program, cudaStream_t stream, cudaStreamCaptureMode mode, std::optional<std::uint32_t> graph,
                     std::vector<std::uint32_t> after) {
  const auto number = stream_of(program, stream);
  if (!number) return Status::invalid_handle;
  if (!is_mode(static_cast<int>(mode))) return Status::invalid_value;
  if (*number == 0 && stream != cudaStreamPerThread) {
    program.errors.explain("the default stream cannot capture: create a stream for it");
    return Status::capture_unsupported;
  }
  return refused_in_capture(program, program.captures.begin(*number, static_cast<CaptureMode>(mode), graph, std::move(after)));
}

/// The nodes behind handles; nothing if one is none of the graph's.
std::optional<std::vector<std::uint32_t>> nodes_of(Program& program, std::uint32_t graph, const cudaGraphNode_t* handles,
                                                   std::size_t count) {
  std::vector<std::uint32_t> nodes;
  if (handles == nullptr && count != 0) return std::nullopt;
  for (std::size_t k = 0; k < count; ++k) {
    const auto number = number_of(handles[k]);
    const runtime::GraphNode* const node = number ? program.graphs.node(*number) : nullptr;
    if (node == nullptr || node->graph != graph) return std::nullopt;
    nodes.push_back(*number);
  }
  return nodes;
}

cudaStreamCaptureStatus status_of(const Program& program, const runtime::Captures::Point* point) {
  if (point == nullptr) return cudaStreamCaptureStatusNone;
  return program.captures.of(*point).valid ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusInvalidated;
}

/// body(program, point): about the capture of a stream; `point` is null where it has none.
template <typename Body>
cudaError_t about_capture(const char* function, cudaStream_t stream, Body body) {
  return question(function, [&](Program& program, const runtime::Call&) {
    const auto number = stream_of(program, stream);
    return number ? body(program, program.captures.point(*number)) : Status::invalid_handle;
  });
}

}  // namespace

Status refused_in_capture(Program& program, Status status) {
  const auto refusal = std::ranges::find(refusals, status, &Refusal::status);
  if (refusal != refusals.end()) program.errors.explain(refusal->why);
  return status;
}

std::optional<Status> refused_in_default_stream(Program& program, std::uint32_t stream) {
  if (stream != 0 || program.captures.point(0) != nullptr) return std::nullopt;
  const Status status =
      program.captures.in_default_stream([&](std::uint32_t other) { return program.streams.is_non_blocking(other); });
  if (status == Status::success) return std::nullopt;
  return refused_in_capture(program, status);
}

std::optional<Status> captured_wait(Program& program, std::uint32_t stream) {
  if (auto* const point = program.captures.point(stream)) return refused_in_capture(program, program.captures.forbid(*point));
  return refused_in_default_stream(program, stream);
}

Status unsafe_call(Program& program) { return refused_in_capture(program, program.captures.unsafe_call(mode_of_thread())); }

Status capture_node(Program& program, std::uint32_t stream, const runtime::Call& call, Node node) {
  runtime::Captures::Point& point = *program.captures.point(stream);
  if (!node) return refused_in_capture(program, program.captures.forbid(point));
  const runtime::Call named = call_of_node(*node, call);
  program.effect.captured = true;
  return refused_in_capture(program, program.captures.add(point, std::move(*node), named));
}

runtime::Call call_of_node(const runtime::Work& work, const runtime::Call& call) {
  constexpr std::array names{"kernel node", "memcpy node", "memset node", "host node",
                             "child node",  "empty node",  "wait node",   "record node"};
  static_assert(names.size() == std::variant_size_v<runtime::Work>);
  runtime::Call named = call;
  named.function = std::string(names[work.index()]) + " of a graph";
  return named;
}

}  // namespace warplens::cudart

using namespace warplens;
using namespace warplens::cudart;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return work(__func__,
              [&](Program& program, const runtime::Call&) { return begin_capture(program, stream, mode, std::nullopt, {}); });
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t* after,
                                          const cudaGraphEdgeData*, size_t count, cudaStreamCaptureMode mode) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    const auto number = number_of(graph);
    if (!number || program.graphs.graph(*number) == nullptr) return Status::invalid_value;
    auto nodes = nodes_of(program, *number, after, count);
    return nodes ? begin_capture(program, stream, mode, number, std::move(*nodes)) : Status::invalid_value;
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    const auto number = stream_of(program, stream);
    if (!number) return Status::invalid_handle;
    if (graph == nullptr) return Status::invalid_value;
    std::optional<std::uint32_t> captured;
    const Status status = program.captures.end(*number, captured);
    *graph = captured ? make_handle<cudaGraph_t>(*captured) : nullptr;
    return refused_in_capture(program, status);
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return about_capture(__func__, stream, [&](Program& program, const runtime::Captures::Point* point) {
    if (status == nullptr) return Status::invalid_value;
    *status = status_of(program, point);
    return Status::success;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
                                     cudaGraph_t* graph, const cudaGraphNode_t** after, const cudaGraphEdgeData** edges,
                                     size_t* count) {
  return about_capture(__func__, stream, [&](Program& program, const runtime::Captures::Point* point) {
    if (status == nullptr) return Status::invalid_value;
    *status = status_of(program, point);
    if (*status != cudaStreamCaptureStatusActive) return Status::success;
    if (id != nullptr) *id = point->capture;
    if (library_version() < 13000) return Status::success;  // CUDA 12's function has no more parameters
    thread_local std::vector<cudaGraphNode_t> handles;      // valid until the next call
    handles.clear();
    for (const std::uint32_t node : point->after) handles.push_back(make_handle<cudaGraphNode_t>(node));
    if (graph != nullptr) *graph = make_handle<cudaGraph_t>(program.captures.of(*point).graph);
    if (after != nullptr) *after = handles.data();
    if (edges != nullptr) *edges = nullptr;
    if (count != nullptr) *count = handles.size();
    return Status::success;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* after, const cudaGraphEdgeData*,
                                                size_t count, unsigned flags) {
  return work(__func__, [&](Program& program, const runtime::Call&) {
    const auto number = stream_of(program, stream);
    if (!number) return Status::invalid_handle;
    auto* const point = program.captures.point(*number);
    if (point == nullptr) return refused_in_capture(program, Status::illegal_state);
    const auto nodes = nodes_of(program, program.captures.of(*point).graph, after, count);
    if (!nodes || flags > cudaStreamSetCaptureDependencies) return Status::invalid_value;
    if (flags == cudaStreamSetCaptureDependencies) point->after.clear();
    point->after.insert(point->after.end(), nodes->begin(), nodes->end());
    return Status::success;
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return question(__func__, [&](Program&, const runtime::Call&) {
    if (mode == nullptr || !is_mode(static_cast<int>(*mode))) return Status::invalid_value;
    const CaptureMode before = std::exchange(mode_of_thread(), static_cast<CaptureMode>(*mode));
    *mode = static_cast<cudaStreamCaptureMode>(before);
    return Status::success;
  });
}
