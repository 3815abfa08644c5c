#pragma once

#include <cstdint>

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

}  // namespace warplens::launch
