#pragma once

#include <array>
#include <string_view>

namespace warplens {

/// Of the files that are written; newer ones are refused.
inline constexpr int session_format_version = 1;

/// By view::ThemeName.
inline constexpr std::array<std::string_view, 3> session_theme_names{"dark", "light", "projector"};

}  // namespace warplens
