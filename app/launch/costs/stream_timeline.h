#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warplens::launch {

/// A launch's work once more in parts, to see copies and kernels overlap: elements are divided into `parts` equal parts; each is
/// copied to the GPU, worked on by a launch of its own, and copied back, in one of `streams` streams, in turn. For kernels whose
/// thread i works on element i alone: each part gets the addresses of its own elements and their number.
struct StreamPlan {
  static constexpr std::uint32_t most_streams = 8, most_parts = 64;

  std::uint32_t streams = 4, parts = 8;
  std::uint32_t count_argument = 0;  ///< index of the scalar argument that is the number of elements of every buffer
  bool operator==(const StreamPlan&) const = default;
};

enum class StreamPhase : std::uint8_t { copy_in, kernel, copy_out };

/// Which stream what goes to.
enum class StreamWay : std::uint8_t {
  default_stream,      ///< everything into the default stream
  kernels_in_default,  ///< copies into streams, but kernels into the default stream, which waits for all others and they for it
  own_streams,         ///< everything of a part into its stream
};
inline constexpr std::array stream_ways{StreamWay::default_stream, StreamWay::kernels_in_default, StreamWay::own_streams};

/// "default-stream", "kernels-in-default", "own-streams"; "copy-in", "kernel", "copy-out".
std::string_view name(StreamWay way);
std::string_view name(StreamPhase phase);

/// A copy or a kernel. Milliseconds since the first was about to begin, by GPU events.
struct StreamTask {
  StreamPhase phase = StreamPhase::kernel;
  std::uint32_t part = 0;
  std::uint32_t row = 0;  ///< stream it was in: 0 is the default stream, 1 the first of the others
  double ready_ms = 0;    ///< its stream had reached it
  double begin_ms = 0;    ///< of a copy: nothing else was being copied that way any more; else ready_ms
  double end_ms = 0;
  bool operator==(const StreamTask&) const = default;
};

/// What one way of doing it took.
struct StreamTimeline {
  StreamWay way = StreamWay::own_streams;
  std::uint32_t streams = 1;      ///< besides the default stream
  std::vector<StreamTask> tasks;  ///< by part, then by phase
  double issued_ms = 0;           ///< after which all calls had returned, by the CPU's clock
  double done_ms = 0;             ///< after which all was done, by the CPU's clock
  bool same_outputs = true;       ///< as the launch as a whole gave
  bool operator==(const StreamTimeline&) const = default;
};

/// Fill in begin_ms: the copies of one direction follow each other, as a GPU has one engine for each direction (or one for both).
void serialise_copies(std::vector<StreamTask>& tasks);

}  // namespace warplens::launch
