#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include "ui/widgets/focus.h"
#include "ui/widgets/imgui_internals.h"
#include "ui/widgets/shown.h"
#include "view/drawing/canvas.h"

namespace warplens::ui {
namespace {

ImDrawList& draw_list() { return *ImGui::GetWindowDrawList(); }

view::Colour button_colour(const Look& look, view::Colour colour) {
  if (ImGui::IsItemActive()) return mixed(colour, look.colours().background, 0.15f);
  return ImGui::IsItemHovered() ? mixed(colour, look.colours().text, 0.12f) : colour;
}

/// An invisible button in its frame; what stands in it is drawn afterwards.
bool framed_button(const Look& look, const char* id, ImVec2 at, ImVec2 size) {
  const bool clicked = press_area(look, id, size);
  const view::Theme& theme = look.colours();
  draw_list().AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(button_colour(look, theme.control)), look.px(9));
  draw_list().AddRect(at, {at.x + size.x, at.y + size.y}, packed(theme.line), look.px(9), 0, look.px(1));
  return clicked;
}

/// Segments that fill a width: style of the labels, and width of each in pixels.
struct Segments {
  TextStyle style;
  std::vector<float> widths;
};

/// Equally wide while every label has air around it, else by their labels, which become smaller before they are cut.
Segments segments_of(const Look& look, std::span<const std::string> labels, float width) {
  const float count = static_cast<float>(std::max<std::size_t>(labels.size(), 1)), same = width / count;
  Segments segments;
  for (const float size : {15.0f, view::smallest_text}) {
    segments.style = {view::Face::regular, size};
    std::vector<float>& widths = segments.widths;
    widths.clear();
    for (const std::string& label : labels) widths.push_back(text_width(look, segments.style, label));
    const float spare = (width - std::reduce(widths.begin(), widths.end())) / count;
    const bool tight = std::ranges::any_of(widths, [&](float text) { return text + look.px(16) > same; });
    const bool fits = !tight || spare > look.px(2);
    for (float& each : widths) each = tight && fits ? each + spare : same;
    if (fits) break;
  }
  return segments;
}

}  // namespace

void gap(const Look& look, float height) { ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(height)); }

float section(const Look& look, std::string_view title, bool first, float reserved) {
  if (!first) gap(look, 12);
  const std::string capitals = view::small_capitals(std::string(title));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr TextStyle style{view::Face::semibold, 14};
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string words = shortened(look, style, capitals, width - reserved);
  draw_text(draw_list(), look, style, {at.x, middle_baseline(look, at.y, look.px(18), style.size)}, look.colours().muted, words);
  ImGui::Dummy({width, look.px(18)});
  return text_width(look, style, words);
}

constexpr float highest_bar = 80;  // points

ImVec2 tip_place(const view::Rectangle& mark, ImVec2 size, const view::Rectangle& room, float gap) {
  const float right = std::max(room.x + room.width - size.x, room.x);
  const float below = mark.y + mark.height + gap, above = mark.y - gap - size.y;
  const bool fits_below = below + size.y <= room.y + room.height;
  return {std::clamp(mark.x, room.x, right), fits_below ? below : std::max(above, room.y)};
}

void tip(const Look& look, std::string_view text) {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  tip(look, text, {from.x, from.y, to.x - from.x, to.y - from.y});
}

static void show_tip(const Look& look, std::string_view written, const view::Rectangle& mark) {
  if (written.empty()) return;
  std::string text(written);
  std::erase(text, '`');  // of code, in texts of experiments
  const ImVec2 screen = ImGui::GetIO().DisplaySize, window_at = ImGui::GetWindowPos(), window_size = ImGui::GetWindowSize();
  // Of a bar, which is low, the tooltip lies partly over a panel: it is as low as can be read, and ends where the texts there
  // begin.
  const bool bar = window_size.y < look.px(highest_bar);
  const ImVec2 pad(look.px(12), look.px(bar ? 2 : 6));
  const float line = bar ? 20 : 22;
  const float edge = look.px(4), most = std::clamp(window_size.x - 2 * (pad.x + edge), look.px(200), look.px(620));
  const std::vector<WrappedLine> lines = wrapped(look, 15, {{std::string(text), look.colours().text, view::Face::regular}}, most);
  float width = 0;
  for (const WrappedLine& line : lines) {
    float line_width = 0;
    for (const view::Span& span : line.spans) line_width += text_width(look, {span.face, 15}, span.text);
    width = std::max(width, line_width);
  }
  const float height = look.px(line) * static_cast<float>(lines.size());
  ImGui::SetNextWindowPos(tip_place(mark, {width + 2 * pad.x, height + 2 * pad.y},
                                    {window_at.x + edge, 0, window_size.x - 2 * edge, screen.y}, look.px(bar ? 1 : 3)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, pad);
  ImGui::BeginTooltip();
  draw_lines(draw_list(), look, 15, line, lines, ImGui::GetCursorScreenPos());
  ImGui::Dummy({width, height});
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

/// Whether this control has the keyboard, and Shown::reached is to say what it is.
static bool is_reached(const Look& look, ImGuiID control) {
  if (look.shown == nullptr || look.focus == nullptr) return false;
  const FocusStop* const stop = look.focus->at();
  return stop != nullptr && stop->id == control;
}

void tip(const Look& look, std::string_view text, const view::Rectangle& mark) {
  if (is_reached(look, last_control())) look.shown->reached = text;
  if (look.focus != nullptr && look.focus->explains()) return tip_of_reached(look, last_control(), text, mark);
  if (ImGui::IsItemHovered() && seconds_hovered() >= tip_delay) show_tip(look, text, mark);
}

void tip_of_reached(const Look& look, ImGuiID control, std::string_view text, const view::Rectangle& mark) {
  if (is_reached(look, control)) look.shown->reached = text;
  if (look.focus != nullptr && look.focus->explains(control)) show_tip(look, text, mark);
}

std::optional<std::size_t> segmented(const Look& look, const char* id, std::span<const std::string> labels, std::size_t chosen,
                                     float width, std::span<const std::string> tips, float height) {
  std::optional<std::size_t> clicked;
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float rim = look.px(3), outer = look.px(height), inner = outer - 2 * rim;
  draw_list().AddRectFilled(at, {at.x + width, at.y + outer}, packed(theme.control), look.px(9));
  draw_list().AddRect(at, {at.x + width, at.y + outer}, packed(theme.line), look.px(9), 0, look.px(1));
  const auto [style, widths] = segments_of(look, labels, width - 2 * rim);
  float left = at.x + rim;
  ImGui::PushID(id);
  for (std::size_t k = 0; k < labels.size(); ++k) {
    const ImVec2 from(left, at.y + rim), to(from.x + widths[k], from.y + inner);
    left = to.x;
    ImGui::SetCursorScreenPos(from);
    ImGui::PushID(static_cast<int>(k));
    if (ImGui::InvisibleButton("choice", {widths[k], inner}) && k != chosen) clicked = k;
    const bool hovered = ImGui::IsItemHovered();
    if (k == chosen || hovered) {
      draw_list().AddRectFilled(from, to, packed(k == chosen ? theme.selected : faded(theme.selected, 0.45f)), look.px(7));
    }
    const std::string label = shortened(look, style, labels[k], widths[k] - look.px(2));
    const float text_x = from.x + (widths[k] - text_width(look, style, label)) / 2;
    draw_text(draw_list(), look, style, {text_x, middle_baseline(look, from.y, inner, style.size)},
              k == chosen ? theme.text : theme.muted, label);
    tip(look, k < tips.size() ? tips[k] : std::string_view());
    ImGui::PopID();
  }
  ImGui::PopID();
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, outer});
  const int turned = keyed(look, ImGui::GetID(id), ControlKind::group, at, {at.x + width, at.y + outer}).across;
  if (chosen < tips.size()) tip_of_reached(look, ImGui::GetID(id), tips[chosen], {at.x, at.y, width, outer});
  if (chosen < labels.size() && is_reached(look, ImGui::GetID(id)))
    look.shown->reached = labels[chosen] + " is chosen" + (chosen < tips.size() ? ". " + tips[chosen] : "");
  if (turned > 0 && chosen + 1 < labels.size()) clicked = chosen + 1;
  if (turned < 0 && chosen > 0) clicked = std::min(chosen, labels.size()) - 1;
  if (turned > 0 && chosen >= labels.size()) clicked = 0;  // what is chosen is in another row
  return clicked;
}

bool primary_button(const Look& look, const char* id, const std::string& label, std::string_view tooltip, bool enabled) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, look.px(42));
  const bool clicked = press_area(look, id, size, ControlKind::button, enabled);
  const view::Theme& theme = look.colours();
  const view::Colour fill = enabled ? button_colour(look, theme.button) : theme.control;
  draw_list().AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(fill), look.px(9));
  constexpr TextStyle style{view::Face::semibold, 17};
  // White on the button in every theme: the button's own colour is dark in all of them.
  const view::Colour ink = enabled ? view::Colour{255, 255, 255, 255} : theme.muted;
  draw_text(draw_list(), look, style,
            {at.x + (size.x - text_width(look, style, label)) / 2, middle_baseline(look, at.y, size.y, style.size)}, ink, label);
  tip(look, tooltip);
  return clicked;
}

bool button(const Look& look, const char* id, std::string_view label, std::string_view tooltip) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size(ImGui::GetContentRegionAvail().x, look.px(38));
  const bool clicked = framed_button(look, id, at, size);
  const std::string words = shortened(look, body, label, size.x - look.px(16));
  draw_text(draw_list(), look, body,
            {at.x + (size.x - text_width(look, body, words)) / 2, middle_baseline(look, at.y, size.y, body.size)},
            look.colours().text, words);
  tip(look, tooltip);
  return clicked;
}

bool value_button(const Look& look, const char* id, std::string_view label, std::string_view value, std::string_view tooltip,
                  view::Colour colour) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size(ImGui::GetContentRegionAvail().x, look.px(38));
  const bool clicked = framed_button(look, id, at, size);
  const float pad = look.px(14);
  draw_text(draw_list(), look, body, {at.x + pad, middle_baseline(look, at.y, size.y, body.size)}, look.colours().text, label);
  const std::string figures = shortened(look, figure, std::string(value), size.x - 3 * pad - text_width(look, body, label));
  draw_text(draw_list(), look, figure,
            {at.x + size.x - pad - text_width(look, figure, figures), middle_baseline(look, at.y, size.y, figure.size)}, colour,
            figures);
  tip(look, tooltip);
  return clicked;
}

bool icon_button(const Look& look, const char* id, const char* icon, std::string_view tooltip, ButtonTone tone, bool enabled) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float side = look.px(38);
  const bool clicked = press_area(look, id, {side, side}, ControlKind::button, enabled);
  const view::Theme& theme = look.colours();
  const bool accent = tone == ButtonTone::accent && enabled;
  const view::Colour fill = enabled ? button_colour(look, accent ? theme.button : theme.control) : theme.control;
  draw_list().AddRectFilled(at, {at.x + side, at.y + side}, packed(fill), look.px(9));
  draw_list().AddRect(at, {at.x + side, at.y + side}, packed(theme.line), look.px(9), 0, look.px(1));
  constexpr TextStyle style{view::Face::regular, 15};
  const view::Colour ink = !enabled ? faint(theme) : accent ? view::Colour{255, 255, 255, 255} : theme.soft;
  draw_text(draw_list(), look, style,
            {at.x + (side - text_width(look, style, icon)) / 2, middle_baseline(look, at.y, side, style.size)}, ink, icon);
  tip(look, tooltip);
  return clicked;
}

constexpr TextStyle button_words{view::Face::regular, 15};
constexpr float button_pad = 13, button_icon = 26;  // points: at both ends; of the icon with the gap after it

bool worded_button(const Look& look, const char* id, const char* icon, std::string_view words, std::string_view tooltip) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size(worded_button_width(look, words), look.px(38));
  const bool clicked = framed_button(look, id, at, size);
  const float baseline = middle_baseline(look, at.y, size.y, button_words.size);
  draw_text(draw_list(), look, button_words, {at.x + look.px(button_pad), baseline}, look.colours().soft, icon);
  draw_text(draw_list(), look, button_words, {at.x + look.px(button_pad + button_icon), baseline}, look.colours().text, words);
  tip(look, tooltip);
  return clicked;
}

float worded_button_width(const Look& look, std::string_view words) {
  return text_width(look, button_words, words) + look.px(2 * button_pad + button_icon);
}

bool toggle(const Look& look, const char* id, std::string_view label, bool& on, std::string_view tooltip) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = look.px(26), track = look.px(38), thumb = look.px(9);
  const float width = track + look.px(10) + text_width(look, {view::Face::regular, 15}, label);
  const bool clicked = press_area(look, id, {width, height});
  if (clicked) on = !on;
  const view::Theme& theme = look.colours();
  const float middle = at.y + height / 2, radius = look.px(11);
  draw_list().AddRectFilled({at.x, middle - radius}, {at.x + track, middle + radius}, packed(on ? theme.button : theme.line),
                            radius);
  draw_list().AddCircleFilled({on ? at.x + track - radius : at.x + radius, middle}, thumb, IM_COL32_WHITE, 24);
  draw_text(draw_list(), look, {view::Face::regular, 15}, {at.x + track + look.px(10), middle_baseline(look, at.y, height, 15)},
            theme.text, label);
  tip(look, tooltip);
  if (is_reached(look, last_control())) look.shown->reached = (on ? "on. " : "off. ") + std::string(tooltip);
  return clicked;
}

bool link(const Look& look, const char* id, std::string_view text, std::string_view tooltip) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(text_width(look, small_text, text), look.px(22));
  const bool clicked = press_area(look, id, size);
  const view::Colour colour = ImGui::IsItemHovered() ? look.colours().text : look.colours().accent;
  draw_text(draw_list(), look, small_text, {at.x, middle_baseline(look, at.y, size.y, small_text.size)}, colour, text);
  tip(look, tooltip);
  return clicked;
}

bool list_row(const Look& look, const std::string& id, const std::string& label, const std::string& right,
              const std::string& tooltip, float width) {
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = look.px(34), pad = look.px(10);
  const bool clicked = press_area(look, id.c_str(), {width, height}, ControlKind::row);
  ImDrawList& list = draw_list();
  if (ImGui::IsItemHovered()) list.AddRectFilled(at, {at.x + width, at.y + height}, packed(theme.selected), look.px(7));
  const std::string shown = shortened(look, body, label, width - 2 * pad);
  draw_text(list, look, body, {at.x + pad, middle_baseline(look, at.y, height, body.size)}, theme.text, shown);
  const float room = width - 2 * pad - text_width(look, body, shown) - look.px(16);
  if (!right.empty() && room > look.px(40)) {
    const std::string quiet = shortened(look, small_text, right, room);
    draw_text(list, look, small_text,
              {at.x + width - pad - text_width(look, small_text, quiet), middle_baseline(look, at.y, height, small_text.size)},
              theme.muted, quiet);
  }
  tip(look, tooltip);
  gap(look, -6);
  return clicked;
}

float tag_width(const Look& look, std::string_view word) {
  return text_width(look, {view::Face::regular, 12}, word) + look.px(12);
}

float draw_tag(ImDrawList& list, const Look& look, ImVec2 at, std::string_view word) {
  const float width = tag_width(look, word), half = look.px(9.5f);
  list.AddRect({at.x, at.y - half}, {at.x + width, at.y + half}, packed(faint(look.colours())), look.px(5), 0, look.px(1));
  draw_text(list, look, {view::Face::regular, 12}, {at.x + look.px(6), middle_baseline(look, at.y - half, 2 * half, 12)},
            look.colours().muted, word);
  return width;
}

/// Right edge of the figures of another run, next to those of a row from `x` on.
static float beside_column(const Look& look, float x, float width) { return x + width - look.px(110); }

bool fact(const Look& look, const Fact& fact) {
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = look.px(31);
  const float whole = height + (fact.was ? look.px(15) : 0);
  const std::string value = shortened(look, figure, fact.value, width * 0.66f);
  const float value_x = at.x + width - text_width(look, figure, value);
  float label_room = value_x - at.x - look.px(10);
  if (fact.beside) {
    const float column = beside_column(look, at.x, width);
    draw_text(draw_list(), look, figure,
              {column - text_width(look, figure, *fact.beside), middle_baseline(look, at.y, height, figure.size)},
              fact.colour.value_or(theme.text), *fact.beside);
    label_room = column - text_width(look, figure, *fact.beside) - at.x - look.px(8);
  } else if (fact.origin) {
    const float tag_x = value_x - tag_width(look, launch::name(*fact.origin)) - look.px(10);
    draw_tag(draw_list(), look, {tag_x, at.y + height / 2}, launch::name(*fact.origin));
    label_room = tag_x - at.x - look.px(8);
  }
  const TextStyle label_style{view::Face::regular, 16};
  draw_text(draw_list(), look, label_style, {at.x, middle_baseline(look, at.y, height, label_style.size)}, theme.muted,
            shortened(look, label_style, fact.label, label_room));
  draw_text(draw_list(), look, figure, {value_x, middle_baseline(look, at.y, height, figure.size)},
            fact.colour.value_or(theme.text), value);
  if (fact.was) {
    const std::string was = shortened(look, small_text, "was " + *fact.was, width);
    draw_text(draw_list(), look, small_text, {at.x + width - text_width(look, small_text, was), at.y + height + look.px(9)},
              theme.muted, was);
  }
  for (float x = at.x; x < at.x + width; x += look.px(6)) {
    draw_list().AddLine({x, at.y + whole}, {std::min(x + look.px(3), at.x + width), at.y + whole}, packed(theme.line),
                        look.px(1));
  }
  ImGui::PushID(fact.label.c_str());
  const bool asks = !fact.counter.empty();
  const bool clicked = asks ? press_area(look, "fact", {width, whole}) : ImGui::InvisibleButton("fact", {width, whole});
  if (asks && ImGui::IsItemHovered())
    draw_text(draw_list(), look, label_style, {at.x, middle_baseline(look, at.y, height, label_style.size)}, theme.accent,
              shortened(look, label_style, fact.label, label_room));
  tip(look, asks ? fact.tooltip + ". Click to ask why" : fact.tooltip);
  ImGui::PopID();
  gap(look, -7);
  return asks && clicked;
}

void say(const Look& look, const std::vector<view::Span>& spans, view::Colour frame, float size, float line_height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, side = look.px(16), top = look.px(12);
  const std::vector<WrappedLine> lines = wrapped(look, size, spans, width - 2 * side);
  const float height = look.px(line_height) * static_cast<float>(lines.size()) + 2 * top;
  draw_list().AddRectFilled(at, {at.x + width, at.y + height}, packed(look.colours().control), look.px(10));
  draw_list().AddRect(at, {at.x + width, at.y + height}, packed(frame), look.px(10), 0, look.px(1));
  draw_lines(draw_list(), look, size, line_height, lines, {at.x + side, at.y + top});
  ImGui::Dummy({width, height});
}

void note(const Look& look, std::string_view text, view::Colour colour) {
  paragraph(look, 14, 20, {{std::string(text), colour, view::Face::regular}}, ImGui::GetContentRegionAvail().x);
}

}  // namespace warplens::ui
