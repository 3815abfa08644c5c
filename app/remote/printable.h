#pragma once

#include <string>
#include <string_view>

#include "launch/device.h"

namespace warplens::remote {

/// A stranger's words for a terminal: without control characters, whose sequences could do anything to it; line breaks and tabs
/// become blanks.
std::string printable(std::string_view words);

/// The same for everything in a result that is shown as text, except what the kernel printed: that is its own affair.
void make_printable(launch::LaunchResult& result);
void make_printable(launch::SearchResult& result);
void make_printable(launch::DeviceProperties& properties);

}  // namespace warplens::remote
