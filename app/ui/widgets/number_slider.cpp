#include "ui/widgets/number_slider.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "ui/widgets/focus.h"
#include "ui/widgets/imgui_internals.h"
#include "ui/widgets/widgets.h"
#include "view/drawing/canvas.h"

namespace warplens::ui {
namespace {

constexpr double max_integer = 9007199254740992.0;  // 2^53

void write_number(const NumberSlider& slider, double value, char* text, std::size_t size) {
  std::snprintf(text, size, slider.integer ? "%.0f" : "%.6g", value);
}

/// ↑ and ↓ in the field turn the slider; Shift turns it further.
int turn(ImGuiInputTextCallbackData* data) {
  const NumberSlider& slider = **static_cast<const NumberSlider**>(data->UserData);
  double value = 0;
  if (!typed_number(data->Buf, slider.integer, value)) return 0;
  char text[40];
  value = turned_value(slider, value, data->EventKey == ImGuiKey_UpArrow ? 1 : -1, ImGui::GetIO().KeyShift);
  write_number(slider, value, text, sizeof text);
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, text);
  data->SelectAll();
  return 0;
}

bool number_input(const Look& look, const NumberSlider& slider, double& value, ImVec2 at, float width) {
  char text[40];
  write_number(slider, value, text, sizeof text);
  ImGui::SetCursorScreenPos(at);
  ImGui::PushFont(look.fonts.at(view::Face::mono, 15));
  const float text_height = ImGui::GetFontSize();
  // Figures stand at the right; while one is edited ImGui keeps the caret in view from the left.
  const bool editing = is_active(ImGui::GetID("##number"));
  const float right_aligned = width - text_width(look, figure, text) - look.px(9);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {editing ? look.px(9) : std::max(look.px(9), right_aligned), (look.px(32) - text_height) / 2});
  const bool wrong = !slider.problem.empty();
  if (wrong) ImGui::PushStyleColor(ImGuiCol_Border, packed(look.colours().wrong));
  ImGui::SetNextItemWidth(width);
  double typed = value;
  const NumberSlider* turned = &slider;
  begin_field(look, "##number");
  constexpr ImGuiInputTextFlags flags =
      ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_CallbackHistory;
  const bool edited =
      ImGui::InputText("##number", text, sizeof text, flags, turn, &turned) && typed_number(text, slider.integer, typed);
  note_field(look, figure, text);
  if (wrong) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  const bool reached = look.focus != nullptr && look.focus->explains(last_control());
  if (slider.problem.empty() && !reached) tip(look, slider.tooltip);
  if (!edited || typed == value) return false;
  value = typed;
  return true;
}

bool track(const Look& look, const NumberSlider& slider, double& value, ImVec2 at, float width) {
  const view::Theme& theme = look.colours();
  const float height = look.px(17), thickness = look.px(5), thumb = look.px(8.5f);
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("track", {width, height});
  const double before = value;
  if (ImGui::IsItemActive()) {
    const double place = std::clamp((ImGui::GetIO().MousePos.x - at.x - thumb) / (width - 2 * thumb), 0.0f, 1.0f);
    value = round_value(slider, place, 1.2 / (width - 2 * thumb));
  }
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float middle = at.y + height / 2;
  const float x = at.x + thumb + static_cast<float>(slider_place(slider, value)) * (width - 2 * thumb);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const view::Colour filled = slider.problem.empty() ? theme.accent : theme.wrong;
  list.AddRectFilled({at.x, middle - thickness / 2}, {at.x + width, middle + thickness / 2}, packed(theme.line), thickness / 2);
  list.AddRectFilled({at.x, middle - thickness / 2}, {x, middle + thickness / 2}, packed(filled), thickness / 2);
  if (hot) list.AddCircleFilled({x, middle}, thumb * 1.5f, packed(faded(filled, 0.25f)), 32);
  list.AddCircleFilled({x, middle}, thumb, IM_COL32_WHITE, 32);
  list.AddCircle({x, middle}, thumb, packed(faded(faint(theme), 0.8f)), 32, look.px(1));
  if (slider.problem.empty()) tip(look, slider.tooltip);
  return value != before;
}

}  // namespace

double slider_place(const NumberSlider& slider, double value) {
  if (slider.maximum <= slider.minimum) return 0;
  const bool log = slider.logarithmic && slider.minimum > 0;
  const double from = log ? std::log(slider.minimum) : slider.minimum, to = log ? std::log(slider.maximum) : slider.maximum;
  const double at = log ? std::log(std::max(value, slider.minimum)) : value;
  return std::clamp((at - from) / (to - from), 0.0, 1.0);
}

double slider_value(const NumberSlider& slider, double place) {
  const bool log = slider.logarithmic && slider.minimum > 0;
  const double value = log ? slider.minimum * std::pow(slider.maximum / slider.minimum, place)
                           : slider.minimum + (slider.maximum - slider.minimum) * place;
  return std::clamp(slider.integer ? std::round(value) : value, slider.minimum, slider.maximum);
}

double round_value(const NumberSlider& slider, double place, double reach) {
  const double exact = slider_value(slider, place);
  const double from = slider_value(slider, place - reach), to = slider_value(slider, place + reach);
  if (!slider.integer || to - from < 2) return exact;
  double best = exact;
  const auto distance = [&](double value) { return std::abs(slider_place(slider, value) - place); };
  for (double step = std::pow(10, std::floor(std::log10(to))); step >= 1; step /= 10) {
    best = std::round(exact / step) * step;
    if (best >= from && best <= to) break;
  }
  const double power = exact > 0 ? std::exp2(std::round(std::log2(exact))) : 0;
  return power >= from && power <= to && distance(power) <= distance(best) ? power : best;
}

double turned_value(const NumberSlider& slider, double value, int by, bool far) {
  const double span = slider.maximum - slider.minimum;
  if (slider.logarithmic && slider.minimum > 0 && far) {
    value *= by > 0 ? 2 : 0.5;
  } else if (slider.logarithmic && slider.minimum > 0 && !slider.integer) {
    value *= by > 0 ? 1.1 : 1 / 1.1;
  } else {
    const double step = slider.integer ? 1 : span / 100;
    value += by * (far ? std::max(step, span / 20) : step);
  }
  return std::clamp(slider.integer ? std::round(value) : value, slider.minimum, slider.maximum);
}

bool typed_number(const char* text, bool integer, double& value) {
  char* end = nullptr;
  const double number = std::strtod(text, &end);
  if (end == text || *end != 0 || !std::isfinite(number) || std::abs(number) > max_integer) return false;
  value = integer ? std::trunc(number) : number;
  return true;
}

bool number_slider(const Look& look, const NumberSlider& slider, double& value) {
  ImGui::PushID(slider.id.c_str());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, input = look.px(104), row = look.px(32);
  // A long label becomes smaller before it is cut.
  TextStyle style = body;
  const float room = width - input - look.px(8);
  while (style.size > view::smallest_text && text_width(look, style, slider.label) > room) --style.size;
  draw_text(*ImGui::GetWindowDrawList(), look, style, {at.x, middle_baseline(look, at.y, row, style.size)}, look.colours().soft,
            shortened(look, style, slider.label, room));
  bool changed = number_input(look, slider, value, {at.x + width - input, at.y}, input);
  changed |= track(look, slider, value, {at.x, at.y + row + look.px(5)}, width);
  const float whole = row + look.px(22);
  keyed(look, ImGui::GetID("##number"), ControlKind::field, at, {at.x + width, at.y + whole});
  if (slider.problem.empty()) tip_of_reached(look, ImGui::GetID("##number"), slider.tooltip, {at.x, at.y, width, whole});
  ImGui::SetCursorScreenPos({at.x, at.y + row + look.px(26)});
  if (!slider.problem.empty()) note(look, slider.problem, look.colours().wrong);
  if (!slider.note.empty()) note(look, slider.note, look.colours().muted);
  ImGui::SetCursorScreenPos({at.x, ImGui::GetCursorScreenPos().y + look.px(4)});
  ImGui::PopID();
  return changed;
}

}  // namespace warplens::ui
