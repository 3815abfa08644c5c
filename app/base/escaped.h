#pragma once

#include <string>
#include <string_view>

namespace warplens::base {

/// Make untrusted text safe to show on a terminal and in the window: replaces each byte that is not UTF-8, or that a terminal
/// could take for a command, by its number, "\x1b". These are control characters of ASCII and Unicode, and characters that change
/// the direction of writing. Other letters stay.
std::string escaped(std::string_view text);

/// Like escaped(), for text with several lines: keeps line breaks and tabs as well.
std::string escaped_lines(std::string_view text);

}  // namespace warplens::base
