#pragma once

#include <vector>

#include "desk/desk.h"

namespace warplens::desk {

/// Say in one paragraph what just happened: the step under the pointer, else the last one before the place in the trace. In the
/// race view, the story of the update; in the program view, what the host's call did. Empty where nothing has happened. Other
/// views than that one need `Runs::shown`. `input`: of the shown view; null where there is none yet.
std::vector<view::Span> moment(const Desk& desk, const view::Input* input);

}  // namespace warplens::desk
