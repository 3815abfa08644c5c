#pragma once

namespace warplens {

/// Version of the session files that are written; files with a higher version are refused.
inline constexpr int session_format_version = 1;

}  // namespace warplens
