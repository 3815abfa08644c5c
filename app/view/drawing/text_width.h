#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/drawing/drawing.h"

namespace warplens::view {

/// Upper estimate of a text's width in points: advance widths of Inter by class of character, 0.6 em for JetBrains Mono. For
/// layout; the painter has the real fonts.
float text_width(std::string_view text, float size, Face face = Face::regular);
float text_width(const std::vector<Span>& spans, float size);

/// Region a text covers: from its ascent to its descent.
Rectangle text_box(const Text& text);

/// `text` cut to `width` points; if cut, ends with ….
std::string fit_text(std::string_view text, float size, float width, Face face = Face::regular);

/// The first of `choices`, longest first, that fits `width`; if none fits, the last one, cut.
std::string fitting_text(const std::vector<std::string>& choices, float size, float width, Face face = Face::regular);

/// Break spans at blanks into lines of at most `width` points; a single longer word stays whole.
std::vector<std::vector<Span>> wrap(const std::vector<Span>& spans, float size, float width);

}  // namespace warplens::view
