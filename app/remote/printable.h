#pragma once

#include <string>
#include <string_view>

#include "launch/device.h"

namespace warplens::remote {

/// Text from the other end, safe to show on a terminal and in the window (base::escaped()), in one line: line breaks and tabs
/// become blanks.
std::string printable(std::string_view words);

/// The same for all text in a result. What the kernel printed keeps its lines.
void make_printable(launch::LaunchResult& result);
void make_printable(launch::SearchResult& result);
void make_printable(launch::DeviceProperties& properties);

}  // namespace warplens::remote
