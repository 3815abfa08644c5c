#pragma once

#include "ui/widgets/look.h"

namespace warplens::ui {

/// Set the style of the current ImGui context: colours of the theme, sizes in points of the design.
void apply_style(const Look& look);

}  // namespace warplens::ui
