#pragma once

#include <string>
#include <string_view>

#include "launch/launch_result.h"

namespace warplens::remote {

/// A stranger's words for a terminal: without control characters, whose sequences could do anything to it; line breaks and tabs
/// become blanks.
std::string printable(std::string_view words);

/// The same for everything in a result that is shown as text, except what the kernel printed: that is its own affair.
void make_printable(launch::LaunchResult& result);

}  // namespace warplens::remote
