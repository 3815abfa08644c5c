#pragma once

#include <array>
#include <string_view>

namespace warplens {

/// Version of the session files that are written; files with a higher version are refused.
inline constexpr int session_format_version = 1;

/// Names in session files, indexed by view::ThemeName.
inline constexpr std::array<std::string_view, 3> session_theme_names{"dark", "light", "projector"};

}  // namespace warplens
