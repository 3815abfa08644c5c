#pragma once

#include <vector>

#include "desk/desk.h"

namespace warplens::desk {

/// One paragraph on what just happened: the step under the pointer, else the last one before the place in the trace. In the race
/// view, the story of the update. Empty where nothing has happened. Needs `Runs::shown`.
std::vector<view::Span> moment(const Desk& desk);

}  // namespace warplens::desk
