#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "base/result.h"
#include "launch/costs/stream_timeline.h"
#include "launch/device.h"

namespace warplens::gpu {

/// launch::Device::in_streams: the launch's work in parts, each way after the other, each once to warm up and once to be timed.
/// `whole` is what the launch as a whole gave. Errors: buffers that are not of as many elements as the plan says; what the
/// runtime refuses; a kernel that fails. Cancelling ends it between two ways, with those that are done.
base::Result<std::vector<launch::StreamTimeline>> run_in_streams(const launch::Launch& launch, const launch::StreamPlan& plan,
                                                                 cudaKernel_t kernel, const std::vector<launch::Bytes>& whole,
                                                                 const launch::Progress& progress);

}  // namespace warplens::gpu
