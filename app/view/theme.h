#pragma once

#include <cstdint>
#include <string_view>

#include "view/drawing.h"

namespace warplens::view {

enum class ThemeName : std::uint8_t { dark, light, projector };

/// The colours by meaning (DESIGN section 10). Kinds are Okabe–Ito.
struct Theme {
  ThemeName name = ThemeName::dark;
  Colour background, bar, panel, control, line, text, soft, muted;
  Colour accent, button, selected;
  Colour read, write, atomic, good, wrong;
  Colour untouched, idle;   ///< cells no thread touched, threads that touched nothing
  Colour keyword, builtin;  ///< source code
  float scale = 1;          ///< projector: larger
};

const Theme& theme(ThemeName name);

/// Block = hue, thread = lightness: colour of thread `thread` of `threads` in block `block`.
Colour thread_colour(const Theme& theme, std::uint64_t block, std::uint64_t thread, std::uint64_t threads);

}  // namespace warplens::view
