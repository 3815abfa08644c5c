#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ui/widgets/look.h"

namespace warplens::ui {

/// A face and a size in points of the design.
struct TextStyle {
  view::Face face = view::Face::regular;
  float size = 17;
};

inline constexpr TextStyle body{view::Face::regular, 17};
inline constexpr TextStyle small_text{view::Face::regular, 14};
inline constexpr TextStyle figure{view::Face::mono, 15};

/// Width of one line of text, pixels.
float text_width(const Look& look, TextStyle style, std::string_view text);

/// One line of text; `at` is on the baseline at its start, in pixels.
void draw_text(ImDrawList& list, const Look& look, TextStyle style, ImVec2 at, view::Colour colour, std::string_view text);

/// The last item of ImGui is a field that shows `text`, as drawn by ImGui itself: it can be read too (Look::shown).
void note_field(const Look& look, TextStyle style, std::string_view text);

/// An area was painted that hides what is below it (Look::shown).
void note_cover(const Look& look, const ImDrawList& list, ImVec2 from, ImVec2 to);

/// Baseline that puts text of `size` points in the middle of a band of pixels: half a capital (0.73 em in Inter and JetBrains
/// Mono) below it.
float middle_baseline(const Look& look, float top, float height, float size);

/// The text, cut at the end with … where it is wider than `width` pixels.
std::string shortened(const Look& look, TextStyle style, std::string_view text, float width);

/// Spans as words on lines of at most `width` pixels.
struct WrappedLine {
  std::vector<view::Span> spans;
};
std::vector<WrappedLine> wrapped(const Look& look, float size, const std::vector<view::Span>& spans, float width);

/// Draw spans wrapped to `width` pixels with lines `line_height` points high, at the cursor; the cursor moves below it.
void paragraph(const Look& look, float size, float line_height, const std::vector<view::Span>& spans, float width);

/// Draw wrapped lines with their top left corner at `at`; the height in pixels is returned.
float draw_lines(ImDrawList& list, const Look& look, float size, float line_height, const std::vector<WrappedLine>& lines,
                 ImVec2 at);

}  // namespace warplens::ui
