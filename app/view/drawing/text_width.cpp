#include "view/drawing/text_width.h"

#include <algorithm>
#include <array>

namespace warplens::view {

namespace {

/// Advance widths of the printable ASCII characters in Inter 4, in thousandths of an em; the larger of Regular and SemiBold.
constexpr std::array<std::uint16_t, 95> inter_advance{
    282, 309, 404, 644, 650, 844, 663, 222,  394,  394, 544, 673, 296, 466, 291, 379, 667, 481, 622, 652, 666, 633, 649, 588,
    646, 649, 291, 296, 673, 673, 673, 545,  1000, 724, 658, 744, 725, 608, 587, 755, 744, 275, 561, 677, 567, 907, 753, 775,
    644, 776, 651, 650, 660, 742, 724, 1007, 691,  705, 653, 394, 379, 394, 482, 469, 498, 575, 631, 578, 631, 593, 378, 626,
    613, 261, 261, 569, 261, 898, 610, 608,  625,  625, 397, 550, 380, 609, 576, 838, 563, 576, 562, 394, 358, 394, 673,
};
constexpr float mono_advance = 0.6f;             // JetBrains Mono
constexpr float ascent = 0.8f, descent = 0.22f;  // ascent: capitals and digits plus padding; descent: g, y

/// Length in bytes of the UTF-8 character that starts with `lead`; 1 for a byte that starts none.
std::size_t character_bytes(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
}

float advance(std::string_view character, Face face) {
  if (face == Face::mono) return mono_advance;
  const auto byte = static_cast<unsigned char>(character.front());
  if (byte >= 32 && byte < 127) return static_cast<float>(inter_advance[byte - 32u]) / 1000.0f;
  return byte < 0xe0 ? 0.7f : 1.0f;  // × · µ and accented letters; arrows, dashes, dots
}

}  // namespace

float text_width(std::string_view text, float size, Face face) {
  float width = 0;
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t bytes = std::min(character_bytes(text[k]), text.size() - k);
    width += advance(text.substr(k, bytes), face);
    k += bytes;
  }
  return width * size;
}

float text_width(const std::vector<Span>& spans, float size) {
  float width = 0;
  for (const Span& span : spans) width += text_width(span.text, size, span.face);
  return width;
}

Rectangle text_box(const Text& text) {
  const float width = text_width(text.spans, text.size);
  const float x = text.anchor == Anchor::start ? text.at.x
                  : text.anchor == Anchor::end ? text.at.x - width
                                               : text.at.x - width / 2;
  return {x, text.at.y - ascent * text.size, width, (ascent + descent) * text.size};
}

std::string fit_text(std::string_view text, float size, float width, Face face) {
  if (text_width(text, size, face) <= width) return std::string(text);
  const float room = width - text_width("…", size, face);
  if (room < 0) return {};
  float used = 0;
  std::size_t kept = 0;
  while (kept < text.size()) {
    const std::size_t bytes = std::min(character_bytes(text[kept]), text.size() - kept);
    used += advance(text.substr(kept, bytes), face) * size;
    if (used > room) break;
    kept += bytes;
  }
  while (kept > 0 && text[kept - 1] == ' ') --kept;
  return std::string(text.substr(0, kept)) + "…";
}

std::string fitting_text(const std::vector<std::string>& choices, float size, float width, Face face) {
  for (const std::string& choice : choices)
    if (text_width(choice, size, face) <= width) return choice;
  return choices.empty() ? "" : fit_text(choices.back(), size, width, face);
}

std::vector<std::vector<Span>> wrap(const std::vector<Span>& spans, float size, float width) {
  std::vector<std::vector<Span>> lines(1);
  float used = 0;
  const auto append = [&](const Span& style, std::string_view piece) {
    std::vector<Span>& line = lines.back();
    if (!line.empty() && line.back().colour == style.colour && line.back().face == style.face)
      line.back().text += piece;
    else
      line.push_back({std::string(piece), style.colour, style.face});
    used += text_width(piece, size, style.face);
  };
  // A word may span several spans ("1" "."): collect it before placing it.
  std::vector<Span> word;
  bool blank_before = false;
  const auto place_word = [&] {
    if (word.empty()) return;
    const float blank = blank_before && used > 0 ? text_width(" ", size, word.front().face) : 0;
    if (used > 0 && blank_before && used + blank + text_width(word, size) > width) {
      lines.emplace_back();
      used = 0;
    } else if (blank > 0) {
      append(word.front(), " ");
    }
    for (const Span& part : word) append(part, part.text);
    word.clear();
    blank_before = false;
  };
  for (const Span& span : spans) {
    std::size_t at = 0;
    while (at < span.text.size()) {
      if (span.text[at] == ' ') {
        place_word();
        blank_before = true;
        ++at;
        continue;
      }
      const std::size_t end = std::min(span.text.find(' ', at), span.text.size());
      word.push_back({span.text.substr(at, end - at), span.colour, span.face});
      at = end;
    }
  }
  place_word();
  return lines;
}

}  // namespace warplens::view
