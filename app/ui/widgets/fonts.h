#pragma once

#include <imgui.h>

#include <array>
#include <vector>

#include "base/result.h"
#include "view/drawing/drawing.h"

namespace warplens::ui {

/// The glyphs of Font Awesome 4.7 that the window uses, as UTF-8 (private use area; https://fontawesome.com/v4/cheatsheet).
namespace icon {
inline constexpr const char* play = "\uf04b";
inline constexpr const char* pause = "\uf04c";
inline constexpr const char* to_start = "\uf049";
inline constexpr const char* to_end = "\uf050";
inline constexpr const char* step_back = "\uf048";
inline constexpr const char* step_forward = "\uf051";
inline constexpr const char* theme = "\uf042";
inline constexpr const char* help = "\uf128";
inline constexpr const char* caret_down = "\uf0d7";
inline constexpr const char* check = "\uf00c";
inline constexpr const char* folder = "\uf07c";
inline constexpr const char* book = "\uf02d";
inline constexpr const char* back = "\uf060";
inline constexpr const char* forward = "\uf061";
inline constexpr const char* undo = "\uf0e2";
inline constexpr const char* magic = "\uf0d0";
inline constexpr const char* paste = "\uf0ea";
inline constexpr const char* all[] = {paste,      play,  pause,  to_start, to_end, step_back, step_forward, theme, help,
                                      caret_down, check, folder, book,     back,   forward,   undo,         magic};
}  // namespace icon

/// Proportions of a font file in units of its em (OpenType tables `head` and `hhea`). Dear ImGui sizes a font by ascent +
/// descent, designs by the em; these turn one into the other.
struct FontMetrics {
  float ascent = 0.97f, descent = 0.24f;
  float line() const { return ascent + descent; }
};

/// Metrics of an OpenType font. Error: the bytes are no such font.
base::Result<FontMetrics> font_metrics(const std::vector<std::byte>& file);

/// The fonts of the window, baked for one scale. Sizes are points of the design (CSS pixels at scale 1): the em, not the line.
class Fonts {
 public:
  /// Bake all sizes at `scale` pixels a point into the atlas of the current ImGui context. Errors name the missing file.
  base::Status build(float scale);

  /// The best baked font for `size`: the smallest one not below it, else the largest.
  ImFont* at(view::Face face, float size) const;
  /// Pixel size to hand to ImGui so that the em is `size` points at the scale of build().
  float imgui_size(view::Face face, float size) const;
  /// Pixels from the top of ImGui's line to the baseline.
  float ascent(view::Face face, float size) const;

 private:
  struct Baked {
    view::Face face;
    float size;
    ImFont* font;
  };
  std::vector<Baked> baked_;
  std::array<FontMetrics, 3> metrics_;  ///< by view::Face
  float scale_ = 1;
};

}  // namespace warplens::ui
