#pragma once

#include <vector>

#include "ui/window/app.h"

namespace warplens::ui {

/// One paragraph on what just happened: the step under the pointer, else the last one before the place in the trace. In the race
/// view, the story of the update. Empty where nothing has happened. Needs `App::shown`.
std::vector<view::Span> moment(const App& app);

}  // namespace warplens::ui
