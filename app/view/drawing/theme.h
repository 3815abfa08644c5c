#pragma once

#include <cstdint>

#include "base/names.h"
#include "view/drawing/drawing.h"

namespace warplens::view {

enum class ThemeName : std::uint8_t { dark, light, projector };
/// Names in session files and of --theme.
inline constexpr base::Names<ThemeName> theme_names{
    {ThemeName::dark, "dark"}, {ThemeName::light, "light"}, {ThemeName::projector, "projector"}};

/// The colours by meaning (docs/architecture.md, "The look"). Kinds are Okabe–Ito.
struct Theme {
  ThemeName name = ThemeName::dark;
  Colour background, bar, panel, control, line, text, soft, muted;
  Colour accent, button, selected;
  Colour read, write, atomic, good, wrong;
  Colour untouched, idle;   ///< cells no thread touched, threads that touched nothing
  Colour untouched_line;    ///< outline of untouched cells: 3 : 1 against the background
  Colour keyword, builtin;  ///< source code
  float scale = 1;          ///< projector: larger
};

const Theme& theme(ThemeName name);

/// Block = hue, thread = lightness: colour of thread `thread` of `threads` in block `block`.
Colour thread_colour(const Theme& theme, std::uint64_t block, std::uint64_t thread, std::uint64_t threads);
/// The same in a grid of `blocks` blocks; beyond 64 the hue makes one turn over all of them (group_hue()).
Colour thread_colour(const Theme& theme, std::uint64_t block, std::uint64_t blocks, std::uint64_t thread, std::uint64_t threads);
/// The block's hue for words on the background, light or dark enough to be legible.
Colour label_colour(const Theme& theme, std::uint64_t block, std::uint64_t blocks);

/// Colour of a share: from 0, all wasted (the colour of wrong), to 1, all used (the colour of good). The same in every view.
Colour quality_colour(const Theme& theme, double share);

/// Contrast ratio 1 … 21 of two opaque colours (WCAG 2.1, "contrast ratio"); text needs 4.5.
float contrast(Colour a, Colour b);
bool is_dark(const Theme& theme);
/// Hue in degrees, saturation and lightness 0 … 1 (CSS Color Module Level 4, "HSL to RGB").
Colour from_hsl(float hue, float saturation, float lightness);
/// The colour with its opacity times `share`.
Colour faded(Colour colour, float share);
/// Mix two colours; `part` 0 … 1: share of `to`.
Colour mixed(Colour from, Colour to, float part);

}  // namespace warplens::view
