#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "launch/launch.h"

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

/// Range of elements of a part.
struct PartRange {
  std::uint64_t first = 0, count = 0;
};

/// Number of elements to divide by the plan. Errors: a launch with threads along y or z; a number of elements that is not a
/// scalar or less than the number of parts; a buffer of another size.
base::Result<std::uint64_t> divisible_elements(const Launch& launch, const StreamPlan& plan);

/// Compute the range of part `part` of `elements` elements.
PartRange part_range(const StreamPlan& plan, std::uint64_t elements, std::uint32_t part);

/// Make the launch of a part: with its number of elements, and enough blocks for these. It has the buffers of the whole
/// launch.
Launch launch_of_part(const Launch& launch, const StreamPlan& plan, const PartRange& range);

/// The stream of a part's copy or kernel, as StreamTask::row.
std::uint32_t stream_row(StreamWay way, StreamPhase phase, std::uint32_t part, std::uint32_t streams);

/// Modelled costs of copies between host and card memory.
struct CopyCosts {
  double bytes_per_ms = 1;  ///< in each direction
  double start_ms = 0;      ///< from the start of each copy to its first byte
  double call_ms = 0;       ///< duration of a call that puts a copy or a kernel into a stream
};

/// One part's work.
struct PartCosts {
  std::uint64_t bytes_in = 0, bytes_out = 0;
  double kernel_ms = 0;
};

/// Model when each copy and kernel runs: calls are made part by part, first the copy in, then the kernel, then the copy out; the
/// work of a stream is done in order; work in the default stream waits for all earlier work, and all later work waits for it
/// (CUDA C++ Programming Guide, "Implicit Synchronization"); one copy runs at a time in each direction, and one kernel. Host
/// memory is pinned, so that calls return at once.
StreamTimeline schedule_streams(StreamWay way, const StreamPlan& plan, const std::vector<PartCosts>& parts,
                                const CopyCosts& costs);

}  // namespace warplens::launch
