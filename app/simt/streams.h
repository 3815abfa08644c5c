#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "launch/device.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

using RunLaunch = std::function<base::Result<launch::LaunchResult>(const launch::Launch&)>;

/// Model launch::Device::in_streams: `run` runs each part as a launch of its own, on its part of the buffers; the timelines
/// follow from its cycles and the copy speeds of `spec` (launch::schedule_streams). Errors: a launch that cannot be divided or
/// has no time, a part that fails, parts with more than 50 million warp instructions together.
base::Result<std::vector<launch::StreamTimeline>> run_in_streams(const launch::Launch& launch, const launch::StreamPlan& plan,
                                                                 const DeviceSpec& spec, const std::vector<launch::Bytes>& whole,
                                                                 const RunLaunch& run);

}  // namespace warplens::simt
