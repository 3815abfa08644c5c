#include "ui/panels/lesson_text.h"

#include <algorithm>

#include "desk/source/source_text.h"
#include "ui/panels/listing.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

using lesson::Block;
using lesson::BlockKind;
using lesson::Piece;
using lesson::Setting;

constexpr float paragraph_gap = 9, indent = 24;  // points
constexpr float code_padding = 12;

void explain(const Look& look, const lesson::Term& term) {
  const view::Theme& theme = look.colours();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(16), look.px(12)});
  ImGui::BeginTooltip();
  const float width = look.px(400);
  paragraph(look, 17, 24, {{term.name, theme.accent, view::Face::semibold}}, width);
  paragraph(look, 17, 25, {{term.definition, theme.text, view::Face::regular}}, width);
  paragraph(look, 14, 20, {{"CUDA C++ Programming Guide: " + term.section, theme.muted, view::Face::regular}}, width);
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

view::Span span_of(const view::Theme& theme, const Piece& piece) {
  const view::Face face = piece.setting == Setting::code     ? view::Face::mono
                          : piece.setting == Setting::strong ? view::Face::semibold
                                                             : view::Face::regular;
  return {piece.text, piece.link.empty() ? theme.text : mixed(theme.accent, theme.text, 0.25f), face};
}

/// One line of the words, with what lies under a term and under code.
void draw_span(const Look& look, const LessonSize& size, const Piece& piece, const view::Span& span, ImVec2 at,
               const lesson::Glossary& glossary) {
  const view::Theme& theme = look.colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const TextStyle style{span.face, size.em};
  const float height = look.px(size.line), baseline = middle_baseline(look, at.y, height, size.em);
  const bool blank_at_end = span.text.ends_with(' ');
  const std::string_view letters = std::string_view(span.text).substr(0, span.text.size() - (blank_at_end ? 1 : 0));
  const float width = text_width(look, style, letters);
  if (piece.setting == Setting::code)
    list.AddRectFilled({at.x - look.px(3), at.y + look.px(3)}, {at.x + width + look.px(3), at.y + height - look.px(2)},
                       packed(mixed(theme.control, theme.line, 0.4f)), look.px(4));
  draw_text(list, look, style, {at.x, baseline}, span.colour, span.text);
  const lesson::Term* term = lesson::linked_term(glossary, piece.link);
  if (term == nullptr) return;
  const float y = baseline + look.px(4);
  for (float x = at.x; x < at.x + width; x += look.px(5)) {
    list.AddLine({x, y}, {std::min(x + look.px(2.5f), at.x + width), y}, packed(theme.accent), look.px(1.5f));
  }
  if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(at, {at.x + width, at.y + height})) explain(look, *term);
}

void show_words(const Look& look, const LessonSize& size, const std::vector<Piece>& pieces, const lesson::Glossary& glossary,
                float width) {
  std::vector<view::Span> spans;
  std::vector<const Piece*> pieces_drawn;  // by span
  for (const Piece& piece : pieces) {
    if (piece.text.empty()) continue;
    spans.push_back(span_of(look.colours(), piece));
    pieces_drawn.push_back(&piece);
  }
  const std::vector<WrappedLine> lines = wrapped(look, size.em, spans, width);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float y = at.y;
  for (const WrappedLine& line : lines) {
    float x = at.x;
    for (std::size_t k = 0; k < line.spans.size(); ++k) {
      const view::Span& span = line.spans[k];
      draw_span(look, size, *pieces_drawn[line.sources[k]], span, {x, y}, glossary);
      x += text_width(look, {span.face, size.em}, span.text);
    }
    y += look.px(size.line);
  }
  ImGui::Dummy({width, y - at.y});
}

void show_code(const Look& look, const LessonSize& size, const std::string& code, float width) {
  const TextStyle block_style{view::Face::mono, size.code_em};
  const view::Theme& theme = look.colours();
  desk::SourceText source = desk::cuda_source("", code);
  while (!source.lines.empty() && source.lines.back().text.empty()) source.lines.pop_back();
  const float padding = look.px(code_padding), row = look.px(size.code_line), letter = text_width(look, block_style, "0");
  const auto columns = static_cast<std::size_t>(std::max((width - 2 * padding) / letter, 8.0f));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float rows = 0;
  for (const desk::SourceLine& line : source.lines)
    rows += static_cast<float>(desk::fold(line.text, columns, desk::continuation_of(line.text, columns)).size());
  const float height = row * rows + 2 * look.px(8);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, packed(theme.background), look.px(8));
  list.AddRect(at, {at.x + width, at.y + height}, packed(theme.line), look.px(8), 0, look.px(1));
  float y = at.y + look.px(8);
  for (const desk::SourceLine& line : source.lines) {
    const std::size_t continuation = desk::continuation_of(line.text, columns);
    for (const desk::Fold& part : desk::fold(line.text, columns, continuation)) {
      float x = at.x + padding + (part.begin == 0 ? 0 : static_cast<float>(continuation) * letter);
      for (const desk::Token& token : line.tokens) {
        const std::size_t begin = std::max(token.begin, part.begin), end = std::min(token.end, part.end);
        if (begin >= end) continue;
        const std::string_view text = std::string_view(line.text).substr(begin, end - begin);
        draw_text(list, look, block_style, {x, middle_baseline(look, y, row, block_style.size)}, colour_of(theme, token.kind),
                  text);
        x += text_width(look, block_style, text);
      }
      y += row;
    }
  }
  ImGui::Dummy({width, height});
}

}  // namespace

void show_lesson_text(const Look& look, const LessonSize& size, std::span<const Block> blocks, const lesson::Glossary& glossary,
                      float width) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const Block& block = blocks[k];
    const bool tight = block.kind == BlockKind::item && k > 0 && blocks[k - 1].kind == BlockKind::item;
    if (k > 0) gap(look, tight ? 3 : paragraph_gap);
    if (block.kind == BlockKind::code) {
      show_code(look, size, block.code, width);
      continue;
    }
    const float in = look.px(indent) * static_cast<float>(block.kind == BlockKind::heading ? 0 : block.level);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (block.kind == BlockKind::item)
      draw_text(*ImGui::GetWindowDrawList(), look, body,
                {at.x + in - look.px(indent), middle_baseline(look, at.y, look.px(size.line), size.em)}, look.colours().muted,
                block.marker);
    ImGui::SetCursorScreenPos({at.x + in, at.y});
    show_words(look, size, block.pieces, glossary, std::max(width - in, look.px(80)));
    ImGui::SetCursorScreenPos({at.x, ImGui::GetCursorScreenPos().y});
  }
  ImGui::PopStyleVar();
}

}  // namespace warplens::ui
