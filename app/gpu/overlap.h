#pragma once

#include <cuda_runtime_api.h>

#include <vector>

#include "base/result.h"
#include "launch/costs/streams.h"
#include "launch/device.h"

namespace warplens::gpu {

/// launch::Device::in_streams: run the launch divided into parts, once per StreamWay, each with one warm-up and one timed run.
/// `whole`: the outputs of the undivided launch. Errors: a buffer with another number of elements than the plan; an error of the
/// CUDA runtime; a kernel that fails. Cancellation takes effect between two ways, and returns the timelines finished so far.
base::Result<std::vector<launch::StreamTimeline>> run_in_streams(const launch::Launch& launch, const launch::StreamPlan& plan,
                                                                 cudaKernel_t kernel, const std::vector<launch::Bytes>& whole,
                                                                 const launch::Progress& progress);

}  // namespace warplens::gpu
