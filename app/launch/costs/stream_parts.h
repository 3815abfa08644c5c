#pragma once

#include <cstdint>

#include "base/result.h"
#include "launch/costs/stream_timeline.h"
#include "launch/launch.h"

namespace warplens::launch {

/// The elements of a part.
struct PartRange {
  std::uint64_t first = 0, count = 0;
};

/// Number of elements that the plan divides. Errors: a launch with threads along y or z, a number of elements that is no scalar
/// or smaller than the number of parts, a buffer of another size.
base::Result<std::uint64_t> divisible_elements(const Launch& launch, const StreamPlan& plan);

/// Part `part` of `elements` elements.
PartRange part_range(const StreamPlan& plan, std::uint64_t elements, std::uint32_t part);

/// The launch of a part: its number of elements, and as many blocks as these need. Its buffers are those of the whole launch.
Launch launch_of_part(const Launch& launch, const StreamPlan& plan, const PartRange& range);

/// Row of StreamTask: the stream that a part's copy or kernel belongs to.
std::uint32_t stream_row(StreamWay way, StreamPhase phase, std::uint32_t part, std::uint32_t streams);

}  // namespace warplens::launch
