#include "ui/widgets/text_field.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "ui/widgets/focus.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

/// What Dear ImGui's callback is told and tells.
struct Edited {
  CodeChange change;
  std::string replacement;
  AfterTyping after;
  std::size_t caret = 0;
};

void replace(const std::string& text, std::size_t caret, ImGuiInputTextCallbackData& data) {
  data.DeleteChars(0, data.BufTextLen);
  data.InsertChars(0, text.c_str());
  data.CursorPos = data.SelectionStart = data.SelectionEnd = static_cast<int>(std::min(caret, text.size()));
}

void carry_out(const CodeChange& change, ImGuiInputTextCallbackData& data) {
  const int erased = static_cast<int>(change.erase_before);
  if (erased > 0 && data.CursorPos > erased) data.DeleteChars(data.CursorPos - 1 - erased, erased);
  if (change.insert.empty()) return;
  if (data.HasSelection()) {
    const int from = std::min(data.SelectionStart, data.SelectionEnd);
    data.DeleteChars(from, std::max(data.SelectionStart, data.SelectionEnd) - from);
    data.SelectionStart = data.SelectionEnd = data.CursorPos = from;
  }
  data.InsertChars(data.CursorPos, change.insert.c_str());
}

int on_edit(ImGuiInputTextCallbackData* data) {
  Edited& edited = *static_cast<Edited*>(data->UserData);
  if (edited.change.replace)
    replace(edited.replacement, edited.change.caret, *data);
  else
    carry_out(edited.change, *data);
  edited.change = {};
  if (edited.after)
    carry_out(edited.after({data->Buf, static_cast<std::size_t>(data->BufTextLen)}, static_cast<std::size_t>(data->CursorPos)),
              *data);
  edited.caret = static_cast<std::size_t>(data->CursorPos);
  return 0;
}

}  // namespace

bool ended_by_enter() {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter)) || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter));
}

bool text_field(const Look& look, const char* id, std::string& text, float width, std::string_view tooltip,
                std::string_view problem, bool* left) {
  ImGui::PushFont(look.fonts.at(view::Face::mono, 15));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {look.px(9), (look.px(32) - ImGui::GetFontSize()) / 2});
  if (!problem.empty()) ImGui::PushStyleColor(ImGuiCol_Border, packed(look.colours().wrong));
  ImGui::SetNextItemWidth(width);
  begin_field(look, id);
  const bool changed = ImGui::InputText(id, &text);
  end_field(look, id);
  note_field(look, figure, text);
  if (left != nullptr) *left = ImGui::IsItemDeactivated();
  if (!problem.empty()) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  // Whoever types knows the field, and needs to see what is below.
  if (!problem.empty())
    tip(look, problem);
  else if (!ImGui::IsItemActive())
    tip(look, tooltip);
  return changed;
}

void draw_placeholder(const Look& look, ImVec2 at, std::string_view words) {
  draw_text(*ImGui::GetWindowDrawList(), look, small_text,
            {at.x + look.px(12), middle_baseline(look, at.y, look.px(32), small_text.size)}, look.colours().muted, words);
}

CodeField code_field(const Look& look, const char* id, const CodeFieldStyle& style, std::string& text, CodeChange& change,
                     const AfterTyping& after) {
  const view::Theme& theme = look.colours();
  const ImGuiID field_id = ImGui::GetID(id);
  ImGui::PushFont(look.fonts.at(style.text.face, style.text.size));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, style.padding);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(theme.background));
  ImGui::PushStyleColor(ImGuiCol_Text, IM_COL32_BLACK_TRANS);
  Edited edited{std::exchange(change, {}), "", after, 0};
  if (edited.change.replace) edited.replacement = text;
  // Taking completion's key keeps Tab from moving the keyboard elsewhere.
  constexpr ImGuiInputTextFlags flags =
      ImGuiInputTextFlags_CallbackAlways | ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_NoUndoRedo;
  CodeField field;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  begin_field(look, id);
  field.edited = ImGui::InputTextMultiline(id, &text, style.size, flags, on_edit, &edited);
  field.active = is_active(field_id);
  keyed(look, field_id, ControlKind::code, at, {at.x + style.size.x, at.y + style.size.y});
  field.line_height = ImGui::GetFontSize();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar();
  ImGui::PopFont();
  static_cast<FieldInside&>(field) = inside_of_field(field_id, style.padding);
  if (field.active && field.list != nullptr) field.caret = std::min(edited.caret, text.size());
  return field;
}

void scroll_code_field(const CodeField& field, std::size_t line) {
  if (field.window == nullptr) return;
  const float above = (field.clip_to.y - field.clip_from.y) / 3;
  scroll_field(*field.window, std::max(0.0f, static_cast<float>(line) * field.line_height - above));
}

}  // namespace warplens::ui
