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

/// Draw one line of text; `at`: its start on the baseline, pixels.
void draw_text(ImDrawList& list, const Look& look, TextStyle style, ImVec2 at, view::Colour colour, std::string_view text);

/// Note in Look::shown that ImGui's last item is a field that shows `text`, drawn by ImGui itself.
void note_field(const Look& look, TextStyle style, std::string_view text);

/// Note in Look::shown that a painted area hides everything below it.
void note_cover(const Look& look, const ImDrawList& list, ImVec2 from, ImVec2 to);

/// Baseline that puts text of `size` points in the middle of a band of pixels: half a capital (0.73 em in Inter and JetBrains
/// Mono) below it.
float middle_baseline(const Look& look, float top, float height, float size);

/// Cut the end of a text that is wider than `width` pixels, and add ….
std::string shortened(const Look& look, TextStyle style, std::string_view text, float width);

/// A line of wrapped text.
struct WrappedLine {
  std::vector<view::Span> spans;
  std::vector<std::size_t> sources;  ///< for each of `spans`, the index of the span that it is part of
};
/// Break spans into lines at most `width` pixels wide, at blanks. A blank at the end of a line is left out.
std::vector<WrappedLine> wrapped(const Look& look, float size, const std::vector<view::Span>& spans, float width);

/// Draw spans wrapped to `width` pixels with lines `line_height` points high, at the cursor; the cursor moves below it.
void paragraph(const Look& look, float size, float line_height, const std::vector<view::Span>& spans, float width);

/// Draw wrapped lines with their top left corner at `at`; return their height in pixels.
float draw_lines(ImDrawList& list, const Look& look, float size, float line_height, const std::vector<WrappedLine>& lines,
                 ImVec2 at);

}  // namespace warplens::ui
