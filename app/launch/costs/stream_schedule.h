#pragma once

#include <cstdint>
#include <vector>

#include "launch/costs/stream_timeline.h"

namespace warplens::launch {

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
