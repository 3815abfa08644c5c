#pragma once

#include <string>
#include <vector>

#include "ui/window/app.h"

namespace warplens::ui {

// What somebody who does not see the window hears of its controls. That is read from the last frame's texts: App::look.shown must
// collect them.

/// The words and the tooltip of the control that the keyboard is at; in the list of commands, the chosen command. Where the
/// keyboard is at none, the first two lines of the open dialog; "" without a dialog.
std::string spoken_control(const App& app);

/// The notice. Without one, the task of the open lesson's step, or, once it is done, what was to be seen; "" without a lesson.
std::string spoken_news(const App& app);

/// The lines of the open dialog, as drawn; empty without a dialog.
std::vector<std::string> dialog_lines(const App& app);

}  // namespace warplens::ui
