#pragma once

#include <imgui.h>

#include "ui/widgets/fonts.h"
#include "view/drawing/theme.h"

namespace warplens::ui {

class Focus;
struct Shown;

/// The window's current look: colours, fonts, pixels per point of the design, and the focused control.
struct Look {
  const view::Theme* theme = nullptr;
  Fonts fonts;
  float scale = 1;
  Focus* focus = nullptr;  ///< keyboard focus, asked by every control; null: no focus
  Shown* shown = nullptr;  ///< collects the drawn texts; null: not collected

  float px(float points) const { return points * scale; }
  const view::Theme& colours() const { return *theme; }
};

inline ImU32 packed(view::Colour colour) { return IM_COL32(colour.r, colour.g, colour.b, colour.a); }

inline ImVec4 floating(view::Colour colour) {
  return {static_cast<float>(colour.r) / 255, static_cast<float>(colour.g) / 255, static_cast<float>(colour.b) / 255,
          static_cast<float>(colour.a) / 255};
}

using view::faded;
using view::mixed;

/// For secondary items: line numbers, frames of tags.
inline view::Colour faint(const view::Theme& theme) { return mixed(theme.line, theme.muted, 0.45f); }

}  // namespace warplens::ui
