#pragma once

#include <string>
#include <string_view>

#include "ui/widgets/look.h"

namespace warplens::ui {

/// Draw a field for one line of text, `width` pixels wide; true if the text was changed. With a `problem`, the frame has the
/// colour of wrong and the problem is the tooltip. `left`: set to whether the field has just lost the keyboard.
bool text_field(const Look& look, const char* id, std::string& text, float width, std::string_view tooltip,
                std::string_view problem = {}, bool* left = nullptr);

}  // namespace warplens::ui
