#include "ui/panels/listing.h"

#include <fmt/format.h>

#include <algorithm>

#include "ui/widgets/widgets.h"

namespace warplens::ui {
view::Colour colour_of(const view::Theme& theme, desk::TokenKind kind) {
  switch (kind) {
    case desk::TokenKind::keyword:
      return theme.keyword;
    case desk::TokenKind::builtin:
      return theme.builtin;
    case desk::TokenKind::number:
      return mixed(theme.text, theme.write, 0.55f);
    case desk::TokenKind::text:
      return mixed(theme.text, theme.good, 0.6f);
    case desk::TokenKind::comment:
      return theme.muted;
    case desk::TokenKind::directive:
      return mixed(theme.keyword, theme.muted, 0.5f);
    case desk::TokenKind::plain:
      break;
  }
  return theme.text;
}

void draw_code(ImDrawList& list, const Look& look, TextStyle style, const desk::SourceLine& line, desk::Fold row,
               ImVec2 baseline) {
  float x = baseline.x;
  for (const desk::Token& token : line.tokens) {
    const std::size_t begin = std::max(token.begin, row.begin), end = std::min(token.end, row.end);
    if (begin >= end) continue;
    const std::string_view text = std::string_view(line.text).substr(begin, end - begin);
    draw_text(list, look, style, {x, baseline.y}, colour_of(look.colours(), token.kind), text);
    x += text_width(look, style, text);
  }
}

void draw_cost(ImDrawList& list, const Look& look, float share, ImVec2 at, float row) {
  if (share <= 0) return;
  const float from = at.x + look.px(3), whole = look.px(listing_gutter - 9);
  list.AddRectFilled({from, at.y + look.px(3)}, {from + std::max(whole * share, look.px(2)), at.y + row - look.px(3)},
                     packed(faded(look.colours().write, 0.45f)), look.px(2));
}

void show_listing(const Look& look, desk::Pointer& pointer, const Listing& listing, float width, float height) {
  const view::Theme& theme = look.colours();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(theme.background));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, look.px(10)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, look.px(1));
  ImGui::BeginChild(listing.id, {width, height}, true, ImGuiWindowFlags_NoNav);
  constexpr TextStyle style = code_style;
  const float letter = text_width(look, style, "0"), row = look.px(listing_row);
  // The same with and without a scroll bar: lines that are folded anew would not be where they were scrolled to.
  const float inner = width - ImGui::GetStyle().ScrollbarSize - 2 * look.px(1);
  const auto columns_in = [&](float room) { return static_cast<std::size_t>(std::max(room / letter, 8.0f)); };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t k = 0; k < listing.source->lines.size(); ++k) {
    const desk::SourceLine& line = listing.source->lines[k];
    const std::uint32_t number = listing.source->first_line + static_cast<std::uint32_t>(k);
    constexpr TextStyle count_style{view::Face::mono, 13};
    const std::string right = shortened(look, count_style, listing.at_right(number), inner - look.px(listing_gutter + 12));
    const float right_width = right.empty() ? 0 : text_width(look, count_style, right) + look.px(12);
    const std::size_t columns = columns_in(inner - look.px(listing_gutter + 8)),
                      continuation = desk::continuation_of(line.text, columns);
    const std::vector<desk::Fold> rows = desk::fold(line.text, columns, continuation);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    // The text at the right stands on the first row if there is room for it, else below the last.
    const bool room_at_right = text_width(look, style, std::string_view(line.text).substr(0, rows.front().end)) + right_width <=
                               inner - look.px(listing_gutter);
    const auto right_row = room_at_right || right.empty() ? 0.0f : static_cast<float>(rows.size());
    const float tall = row * std::max(static_cast<float>(rows.size()), right_row + 1);
    if (listing.scroll_to == number) ImGui::SetScrollFromPosY(at.y - ImGui::GetWindowPos().y, 0.06f);
    ImGui::InvisibleButton(fmt::format("{}", number).c_str(), {std::max(inner, 1.0f), tall});
    if (ImGui::IsItemHovered()) pointer.next.line = listing.target(number);
    tip(look, listing.tooltip(number));
    const float above = ImGui::GetWindowPos().y - at.y, below = at.y + row - ImGui::GetWindowPos().y - height;
    if (std::max(above, below) > 0 && listing.keep_in_view == number) ImGui::SetScrollHereY(0.35f);
    if (!ImGui::IsItemVisible()) continue;
    const std::optional<view::Colour> mark = listing.mark(number);
    if (mark || listing.lit(number)) {
      const view::Colour colour = mark.value_or(theme.accent);
      list.AddRectFilled(at, {at.x + inner, at.y + tall}, packed(faded(colour, 0.14f)));
      list.AddRectFilled(at, {at.x + look.px(3), at.y + tall}, packed(colour));
    }
    draw_cost(list, look, listing.cost(number), at, row);
    const std::string label = fmt::format("{}", number);
    const float first = middle_baseline(look, at.y, row, style.size);
    draw_text(list, look, style, {at.x + look.px(listing_gutter - 14) - text_width(look, style, label), first},
              listing.cost(number) > 0 ? theme.soft : faint(theme), label);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const float indent = r == 0 ? 0 : static_cast<float>(continuation) * letter;
      draw_code(list, look, style, line, rows[r], {at.x + look.px(listing_gutter) + indent, first + row * static_cast<float>(r)});
    }
    if (!right.empty())
      draw_text(list, look, count_style, {at.x + inner - right_width + look.px(2), first + row * right_row}, theme.muted, right);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor();
}

}  // namespace warplens::ui
