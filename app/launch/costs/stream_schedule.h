#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "launch/costs/stream_timeline.h"
#include "launch/launch.h"

namespace warplens::launch {

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
