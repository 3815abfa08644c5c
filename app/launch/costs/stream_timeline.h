#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warplens::launch {

/// How to split a launch so that copies and kernels overlap: elements are divided into `parts` equal parts, and each part is
/// copied to the GPU, processed by its own kernel launch, and copied back, in one of `streams` streams, assigned round-robin.
/// Only for kernels whose thread i uses only element i: each launch gets the addresses of its part, and the part's number of
/// elements.
struct StreamPlan {
  static constexpr std::uint32_t max_streams = 8, max_parts = 64;

  std::uint32_t streams = 4, parts = 8;
  std::uint32_t count_argument = 0;  ///< index of the scalar argument with the number of elements of every buffer
  bool operator==(const StreamPlan&) const = default;
};

enum class StreamPhase : std::uint8_t { copy_in, kernel, copy_out };

/// Assignment of copies and kernels to streams.
enum class StreamWay : std::uint8_t {
  default_stream,      ///< copies and kernels in the default stream
  kernels_in_default,  ///< copies in streams, kernels in the default stream, which synchronises with all other streams
  own_streams,         ///< copies and kernel of a part in the stream of the part
};
inline constexpr std::array stream_ways{StreamWay::default_stream, StreamWay::kernels_in_default, StreamWay::own_streams};

/// Source of the times of a timeline.
enum class TimeOrigin : std::uint8_t {
  measured,  ///< by events of a GPU
  modelled,  ///< by the SIMT machine
};

/// "default-stream", "kernels-in-default", "own-streams"; "copy-in", "kernel", "copy-out".
std::string_view name(StreamWay way);
std::string_view name(StreamPhase phase);
std::string_view name(TimeOrigin origin);

/// A copy or a kernel. Times in milliseconds since just before the first one.
struct StreamTask {
  StreamPhase phase = StreamPhase::kernel;
  std::uint32_t part = 0;
  std::uint32_t row = 0;  ///< stream: 0 is the default stream, 1 the first other stream
  double ready_ms = 0;    ///< when all earlier work in its stream was done
  double begin_ms = 0;  ///< when the copy engine for its direction, or the card, was free as well; ready_ms for a measured kernel
  double end_ms = 0;
  bool operator==(const StreamTask&) const = default;
};

/// The timeline of one assignment.
struct StreamTimeline {
  StreamWay way = StreamWay::own_streams;
  TimeOrigin origin = TimeOrigin::measured;
  std::uint32_t streams = 1;      ///< apart from the default stream
  std::vector<StreamTask> tasks;  ///< by part, then by phase
  double issued_ms = 0;           ///< when all calls had returned, by the CPU's clock
  double done_ms = 0;             ///< when all work was done, by the CPU's clock
  bool same_outputs = true;       ///< the outputs equal the outputs of the undivided launch
  bool operator==(const StreamTimeline&) const = default;
};

/// Fill in begin_ms: copies of one direction are serialised, because a GPU has one copy engine per direction (or one for both).
void serialise_copies(std::vector<StreamTask>& tasks);

}  // namespace warplens::launch
