#pragma once

#include <string>
#include <vector>

#include "ui/window/app.h"

namespace warplens::ui {

// What somebody who does not see the window hears of its controls. That is read from the last frame's texts: App::look.shown must
// collect them.

/// Words and tooltip of the control that has the keyboard. In the list of commands: the chosen command. If no control has the
/// keyboard: the first two lines of the open dialog, or "".
std::string spoken_control(const App& app);

/// The notice, if there is one. Otherwise, of the open lesson's step: the task, with the lesson's name at its first step; that an
/// answer was wrong; or, once the task is done, what was to be seen. "" without a lesson.
std::string spoken_news(const App& app);

/// The lines of the open dialog, as drawn; empty without a dialog.
std::vector<std::string> dialog_lines(const App& app);

}  // namespace warplens::ui
