#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "view/drawing/drawing.h"

namespace warplens {

// What "Why …?" is asked about, as a session says it: "element 17" (of the shown buffer), "element 17 of buffer 2", "thread 40",
// or "thread 40 in cycle 512": what its warp waits for then.

/// The words for a target; "" if it is neither an element nor a thread.
std::string asked_text(const view::Target& target);
/// The target; nothing for other words.
std::optional<view::Target> asked_target(std::string_view words);

}  // namespace warplens
