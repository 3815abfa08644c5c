#pragma once

#include <string>
#include <string_view>

#include "launch/device.h"

namespace warplens::remote {

/// Make text from the other end safe to show on a terminal and in the window (base::escaped()), in one line: line breaks and tabs
/// become blanks.
std::string printable(std::string_view words);

/// Make all text in a result printable. The kernel's own output keeps its line breaks.
void make_printable(launch::LaunchResult& result);
void make_printable(launch::SearchResult& result);
void make_printable(launch::DeviceProperties& properties);

}  // namespace warplens::remote
