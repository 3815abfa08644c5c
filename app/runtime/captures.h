#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "runtime/graphs.h"
#include "runtime/status.h"

namespace warplens::runtime {

/// cudaStreamCaptureMode, with CUDA's numbers: which threads may not make unsafe calls meanwhile.
enum class CaptureMode : int { global = 0, of_thread = 1, relaxed = 2 };

/// Streams that put their work into graphs instead of carrying it out (CUDA C++ Programming Guide, "Creating a Graph Using Stream
/// Capture"; CUDA Runtime API, "Stream Management").
class Captures {
 public:
  explicit Captures(Graphs& graphs) : graphs_(graphs) {}

  struct Capture {
    std::uint32_t graph = 0, origin = 0;  ///< `origin`: the stream in which it began
    CaptureMode mode = CaptureMode::global;
    std::thread::id thread;
    bool own_graph = true;  ///< the graph was made for it
    bool valid = true;
  };
  /// What the next node of a stream, or of one that waits for an event, depends on.
  struct Point {
    std::uint64_t capture = 0;
    std::vector<std::uint32_t> after{};
  };

  /// Whether any stream captures.
  bool any() const { return !captures_.empty(); }
  /// The place in a graph that a stream has reached; null if it does not capture.
  Point* point(std::uint32_t stream);
  const Capture& of(const Point& point) const { return captures_.at(point.capture); }
  /// Whether the event was last recorded in a stream that captured.
  bool is_captured(std::uint32_t event) const { return events_.contains(event); }

  /// Begin to capture a stream, into `graph` after the nodes of `after`, or into a graph of its own.
  Status begin(std::uint32_t stream, CaptureMode mode, std::optional<std::uint32_t> graph, std::vector<std::uint32_t> after);
  /// End the capture that has begun in a stream. `graph`: gets the graph's number, or nothing where the capture failed.
  Status end(std::uint32_t stream, std::optional<std::uint32_t>& graph);
  /// Add a node to what a stream captures, which then comes after it.
  Status add(Point& point, Work work, const Call& call);
  /// Record an event in a stream, which may capture or not.
  void record(std::uint32_t event, std::uint32_t stream);
  /// Let a stream wait for an event. Nothing where neither of them captures: the wait is to be carried out.
  std::optional<Status> wait(std::uint32_t stream, std::uint32_t event, bool event_is_recorded);
  /// A stream that captures was asked for what it cannot do then: its capture fails.
  Status forbid(Point& point);
  /// The status of work in the default stream, which all streams but those of `is_non_blocking` would have to wait for.
  template <typename IsNonBlocking>
  Status in_default_stream(IsNonBlocking is_non_blocking) {
    Status status = Status::success;
    for (auto& [stream, point] : streams_) {
      if (stream == 0 || is_non_blocking(stream)) continue;
      captures_.at(point.capture).valid = false;
      status = Status::capture_implicit;
    }
    return status;
  }
  /// The status of a call that may not be made by this thread while something is captured, such as cudaMalloc. `mode`: of the
  /// thread (cudaThreadExchangeStreamCaptureMode).
  Status unsafe_call(CaptureMode mode);
  /// The status of a call that waits for all streams.
  Status wait_for_all();

 private:
  Graphs& graphs_;
  std::uint64_t next_ = 1;
  std::map<std::uint64_t, Capture> captures_;
  std::map<std::uint32_t, Point> streams_, events_;
};

}  // namespace warplens::runtime
