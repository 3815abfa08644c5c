#pragma once

#include <vector>

#include "desk/desk.h"

namespace warplens::desk {

/// Describe in one paragraph the step under the pointer, else the last step before the place in the trace. In the race view, tell
/// the story of the update; in the program view, the effect of the host's call. Empty if nothing has happened yet. All views but
/// the program view need `Runs::shown`.
std::vector<view::Span> moment(const Desk& desk);

}  // namespace warplens::desk
