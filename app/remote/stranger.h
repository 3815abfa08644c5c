#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "launch/device.h"

// Check data from a stranger: return a contradiction in it, or with its launch, as a clause for an error; empty if
// there is none. Data that passes can be run, analysed and drawn like data of this computer; whether it is true is not
// known.

namespace warplens::remote {

std::string contradiction(const launch::DeviceProperties& properties);
/// Why this launch cannot be run; empty if it can. Checks only what launch::check() leaves open.
std::string contradiction(const launch::Launch& launch);
std::string contradiction(const launch::Launch& launch, const launch::StreamPlan& plan, const std::vector<launch::Bytes>& whole);
std::string contradiction(const launch::Launch& launch, const launch::LaunchResult& result);
std::string contradiction(const launch::Launch& launch, const launch::SearchResult& result);
std::string contradiction(const launch::StreamPlan& plan, const std::vector<launch::StreamTimeline>& timelines);

/// Make text from the other end safe to show on a terminal and in the window (base::escaped()), in one line: line breaks and tabs
/// become blanks.
std::string printable(std::string_view words);

/// Make all text in a result printable. The kernel's own output keeps its line breaks.
void make_printable(launch::LaunchResult& result);
void make_printable(launch::SearchResult& result);
void make_printable(launch::DeviceProperties& properties);

}  // namespace warplens::remote
