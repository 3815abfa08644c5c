#pragma once

#include <string>
#include <string_view>

namespace warplens::base {

/// Text that may be a stranger's, safe to show on a terminal and in the window: each byte that a terminal could take for a
/// command, and each that is no UTF-8, is shown as its number, "\x1b". These are the control characters of ASCII and of Unicode,
/// and those that turn the direction of writing. Other letters stay.
std::string escaped(std::string_view text);

/// The same of text in lines: line breaks and tabs stay as well.
std::string escaped_lines(std::string_view text);

}  // namespace warplens::base
