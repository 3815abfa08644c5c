#pragma once

#include <string>
#include <vector>

#include "launch/device.h"

// What contradicts itself, or the launch that it belongs to, in something that a stranger wrote: a clause for an error; empty if
// nothing does. What passes can be run, analysed and drawn like that of a machine of this computer; whether it is true is not
// known.

namespace warplens::remote {

std::string contradiction(const launch::DeviceProperties& properties);
/// Why this launch cannot be run; empty if nothing speaks against it. Checks what launch::check() does not.
std::string contradiction(const launch::Launch& launch);
std::string contradiction(const launch::Launch& launch, const launch::StreamPlan& plan, const std::vector<launch::Bytes>& whole);
std::string contradiction(const launch::Launch& launch, const launch::LaunchResult& result);
std::string contradiction(const launch::Launch& launch, const launch::SearchResult& result);
std::string contradiction(const launch::StreamPlan& plan, const std::vector<launch::StreamTimeline>& timelines);

}  // namespace warplens::remote
