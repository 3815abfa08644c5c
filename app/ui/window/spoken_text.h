#pragma once

#include <string>
#include <vector>

#include "ui/window/app.h"

namespace warplens::ui {

// What somebody who does not see the window hears of its controls. That is read from the last frame's texts: App::look.shown must
// collect them.

/// The control that the keyboard is at, in the words in it and those of its tooltip; in the list of commands, the chosen one. If
/// there is none: how the dialog that is open begins, "" if none is.
std::string spoken_control(const App& app);

/// What there is to be told besides: a notice, or else the open lesson's step with its task, and once that is done, what was to
/// be seen. "" if there is none.
std::string spoken_news(const App& app);

/// The lines of the dialog that is open, as drawn; none if there is none.
std::vector<std::string> dialog_lines(const App& app);

}  // namespace warplens::ui
