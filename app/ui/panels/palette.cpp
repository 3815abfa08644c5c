#include "ui/panels/palette.h"

#include <fmt/format.h>

#include <utility>

#include "base/number_format.h"
#include "ui/panels/panel.h"
#include "ui/widgets/overlay.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr float command_height = 34, kind_width = 120;  // points

void find_commands(const App& app, PaletteState& state) {
  if (state.found_for == state.query) return;
  state.found_for = state.query;
  state.found = places(app, state.query);
  for (const std::size_t k : matching(state.all, state.query)) state.found.push_back(state.all[k]);
  state.chosen = 0;
  state.chosen_by_key = true;
}

/// True where it was clicked.
bool show_command(const Look& look, const Command& command, bool chosen, float width) {
  const view::Theme& theme = look.colours();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = look.px(command_height), pad = look.px(12);
  const bool clicked = ImGui::InvisibleButton("row", {width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (chosen || ImGui::IsItemHovered())
    list.AddRectFilled(at, {at.x + width, at.y + height}, packed(faded(theme.selected, chosen ? 1.0f : 0.5f)), look.px(7));
  if (chosen)
    list.AddRectFilled({at.x, at.y + look.px(7)}, {at.x + look.px(3), at.y + height - look.px(7)}, packed(theme.accent));
  const float small = middle_baseline(look, at.y, height, small_text.size), x = at.x + pad + look.px(kind_width);
  draw_text(list, look, small_text, {at.x + pad, small}, theme.muted,
            shortened(look, small_text, command.kind, look.px(kind_width) - pad));
  const float keys = command.keys.empty() ? 0 : text_width(look, figure, command.keys) + pad;
  draw_text(list, look, body, {x, middle_baseline(look, at.y, height, body.size)}, theme.text,
            shortened(look, body, command.label, at.x + width - pad - keys - x));
  draw_text(list, look, figure, {at.x + width - keys, middle_baseline(look, at.y, height, figure.size)}, theme.muted,
            command.keys);
  return clicked;
}

std::optional<Command> show_commands(const Look& look, PaletteState& state, float height) {
  std::optional<Command> clicked;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("found", {ImGui::GetContentRegionAvail().x, height}, false, ImGuiWindowFlags_NoNav);
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  for (std::size_t k = 0; k < state.found.size(); ++k) {
    ImGui::PushID(static_cast<int>(k));
    if (show_command(look, state.found[k], k == state.chosen, width)) clicked = state.found[k];
    if (k == state.chosen && std::exchange(state.chosen_by_key, false) && !ImGui::IsItemVisible()) ImGui::SetScrollHereY(0.5f);
    ImGui::PopID();
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  return clicked;
}

}  // namespace

void open_palette(const App& app, PaletteState& state) {
  state = {};
  state.show = state.keyboard_wanted = true;
  state.all = commands(app);
}

std::optional<Command> show_palette(const App& app, PaletteState& state) {
  const Look& look = app.look;
  std::optional<Command> wanted;
  show_overlay(look, {"palette", {820, 600}, {24, 20}}, state.show, [&] {
    if (std::exchange(state.keyboard_wanted, false)) ImGui::SetKeyboardFocusHere();
    text_field(look, "##query", state.query, ImGui::GetContentRegionAvail().x,
               "Part of a name; a number goes to that element or thread");
    find_commands(app, state);
    if (std::exchange(state.entered, false)) {
      if (state.chosen < state.found.size())
        wanted = state.found[state.chosen];
      else
        state.keyboard_wanted = true;  // Enter has taken it from the field
    }
    gap(look, 2);
    if (state.found.empty()) return note(look, "Nothing here is called that.", look.colours().muted);
    const float foot = look.px(30);
    if (auto command = show_commands(look, state, ImGui::GetContentRegionAvail().y - foot)) wanted = std::move(command);
    gap(look, 4);
    note(look,
         fmt::format("{} · ↑ ↓ choose, Enter does it, Esc closes · a number goes to that element or thread",
                     base::counted(std::uint64_t{state.found.size()}, "command")),
         look.colours().muted);
  });
  return wanted;
}

}  // namespace warplens::ui
