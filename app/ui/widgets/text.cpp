#include "ui/widgets/text.h"

#include <algorithm>
#include <cfloat>

#include "ui/widgets/shown.h"

namespace warplens::ui {
namespace {

view::Rectangle rectangle(ImVec2 from, ImVec2 to) { return {from.x, from.y, to.x - from.x, to.y - from.y}; }

void note_text(const Look& look, const ImDrawList& list, TextStyle style, ImVec2 baseline, std::string_view text,
               const view::Rectangle& clip) {
  constexpr float capital = 0.73f, descent = 0.21f;  // em, in Inter and JetBrains Mono
  const bool descends = text.find_first_of("gjpqy,;()[]{}/|_") != std::string_view::npos;
  const float em = look.px(style.size);
  look.shown->texts.push_back(
      {std::string(text),
       style.size,
       {baseline.x, baseline.y - capital * em, text_width(look, style, text), (capital + (descends ? descent : 0)) * em},
       clip,
       &list});
}

}  // namespace

float text_width(const Look& look, TextStyle style, std::string_view text) {
  ImFont* font = look.fonts.at(style.face, style.size);
  const float size = look.fonts.imgui_size(style.face, style.size);
  return font->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

void draw_text(ImDrawList& list, const Look& look, TextStyle style, ImVec2 at, view::Colour colour, std::string_view text) {
  if (text.empty()) return;
  const ImVec2 top(at.x, at.y - look.fonts.ascent(style.face, style.size));
  list.AddText(look.fonts.at(style.face, style.size), look.fonts.imgui_size(style.face, style.size), top, packed(colour),
               text.data(), text.data() + text.size());
  if (look.shown != nullptr) note_text(look, list, style, at, text, rectangle(list.GetClipRectMin(), list.GetClipRectMax()));
}

void note_field(const Look& look, TextStyle style, std::string_view text) {
  if (look.shown == nullptr || text.empty()) return;
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  const ImVec2 clip_from = list.GetClipRectMin(), clip_to = list.GetClipRectMax();
  const float x = from.x + ImGui::GetStyle().FramePadding.x;
  note_text(look, list, style, {x, middle_baseline(look, from.y, to.y - from.y, style.size)}, text,
            rectangle({std::max(from.x, clip_from.x), std::max(from.y, clip_from.y)},
                      {std::min(to.x, clip_to.x), std::min(to.y, clip_to.y)}));
}

void note_cover(const Look& look, const ImDrawList& list, ImVec2 from, ImVec2 to) {
  if (look.shown != nullptr) look.shown->covers.push_back({rectangle(from, to), &list, look.shown->texts.size()});
}

float middle_baseline(const Look& look, float top, float height, float size) { return top + height / 2 + look.px(0.365f * size); }

std::string shortened(const Look& look, TextStyle style, std::string_view text, float width) {
  if (text_width(look, style, text) <= width) return std::string(text);
  const auto starts_a_letter = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  for (std::size_t end = text.size(); end-- > 0;) {
    if (!starts_a_letter(text[end])) continue;
    const std::string cut = std::string(text.substr(0, end)) + "…";
    if (text_width(look, style, cut) <= width) return cut;
  }
  return "…";
}

namespace {

/// Width of what follows behind span `k` without a space before it, such as a full stop: it stays with the word before.
float width_of_tail(const Look& look, float size, const std::vector<view::Span>& spans, std::size_t k) {
  float width = 0;
  while (++k < spans.size()) {
    const std::string_view text = spans[k].text;
    const std::size_t space = text.find(' ');
    width += text_width(look, {spans[k].face, size}, text.substr(0, space));
    if (space != std::string_view::npos) break;
  }
  return width;
}

}  // namespace

std::vector<WrappedLine> wrapped(const Look& look, float size, const std::vector<view::Span>& spans, float width) {
  std::vector<WrappedLine> lines(1);
  float x = 0;
  for (std::size_t k = 0; k < spans.size(); ++k) {
    const view::Span& span = spans[k];
    const TextStyle style{span.face, size};
    const std::string_view text = span.text;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t space = text.find(' ', at);
      while (space != std::string_view::npos && text.substr(space + 1).starts_with('%')) space = text.find(' ', space + 1);
      const std::size_t end = space == std::string_view::npos ? text.size() : space + 1;
      const std::string_view word = text.substr(at, end - at);
      const std::string_view letters = word.ends_with(' ') ? word.substr(0, word.size() - 1) : word;
      const float tail = space == std::string_view::npos ? width_of_tail(look, size, spans, k) : 0;
      const bool starts_a_word = at > 0 || k == 0 || spans[k - 1].text.ends_with(' ') || letters.empty();
      if (x > 0 && starts_a_word && x + text_width(look, style, letters) + tail > width) {
        std::string& before = lines.back().spans.back().text;
        if (before.ends_with(' ')) before.pop_back();  // a blank at the end would reach beyond the width
        lines.emplace_back();
        x = 0;
      }
      std::vector<view::Span>& line = lines.back().spans;
      if (at > 0 && !line.empty()) {
        line.back().text += word;
      } else {
        line.push_back({std::string(word), span.colour, span.face});
        lines.back().sources.push_back(k);
      }
      x += text_width(look, style, word);
      at = end;
    }
  }
  return lines;
}

float draw_lines(ImDrawList& list, const Look& look, float size, float line_height, const std::vector<WrappedLine>& lines,
                 ImVec2 at) {
  float y = at.y;
  for (const WrappedLine& line : lines) {
    float x = at.x;
    for (const view::Span& span : line.spans) {
      const TextStyle style{span.face, size};
      draw_text(list, look, style, {x, middle_baseline(look, y, look.px(line_height), size)}, span.colour, span.text);
      x += text_width(look, style, span.text);
    }
    y += look.px(line_height);
  }
  return y - at.y;
}

void paragraph(const Look& look, float size, float line_height, const std::vector<view::Span>& spans, float width) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = draw_lines(*ImGui::GetWindowDrawList(), look, size, line_height, wrapped(look, size, spans, width), at);
  ImGui::Dummy({width, height});
}

}  // namespace warplens::ui
