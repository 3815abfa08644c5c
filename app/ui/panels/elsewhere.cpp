#include <utility>

#include "ui/panels/panel.h"
#include "ui/widgets/text_field.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr const char* how_to_add =
    "The command that starts warplens device-server on the other computer, such as: ssh lab warplens device-server. Warplens has "
    "no network protocol or login of its own: whatever carries standard input and output there will do";

void show_place(const Look& look, const desk::PlaceRow& row, desk::Choices& choices, desk::Notice& notice,
                desk::RemotePlaces& elsewhere, float width) {
  ImGui::PushID(row.command.c_str());
  const std::string& label = row.name.empty() ? row.command : row.name;
  if (list_row(look, "place", label, "", (elsewhere.can_change() ? "Run there, by: " : "Run there: ") + row.command, width))
    elsewhere.choose(choices, row.command);
  gap(look, 6);
  ImGui::Indent(look.px(10));  // as the row's words are
  const float room = ImGui::GetContentRegionAvail().x;
  if (!row.name.empty()) note(look, shortened(look, small_text, row.command, room), look.colours().muted);
  if (!row.state.empty())
    note(look, (row.chosen ? "Chosen: " : "") + row.state, row.trouble ? look.colours().wrong : look.colours().muted);
  if (elsewhere.can_change() && (row.chosen || row.trouble || row.name.empty()) &&
      link(look, "remove", "Take off the list", "Forget this place"))
    notify(notice, elsewhere.remove(choices, row.command));
  ImGui::Unindent(look.px(10));
  ImGui::PopID();
}

}  // namespace

void show_elsewhere(const App& app, desk::Choices& choices, desk::Notice& notice, desk::RemotePlaces& elsewhere,
                    ControlsState& state) {
  if (!elsewhere.can_connect()) return;
  const Look& look = app.look;
  const float width = ImGui::GetContentRegionAvail().x;
  section(look, "Elsewhere");
  const bool here = choices.device().properties().place.empty();
  if (!here && list_row(look, "here", "This computer", "", "Run on this computer again", width))
    choose_device(choices, launch::automatic_device);
  if (!here) gap(look, 6);
  for (const desk::PlaceRow& row : elsewhere.rows(choices)) show_place(look, row, choices, notice, elsewhere, width);
  if (!elsewhere.can_change()) return;
  if (!state.adds_place) {
    if (link(look, "add", "Add a device of another computer", how_to_add)) state.adds_place = state.place_wants_keyboard = true;
    return;
  }
  if (std::exchange(state.place_wants_keyboard, false)) ImGui::SetKeyboardFocusHere();
  bool left = false;
  text_field(look, "##place", state.new_place, width, how_to_add, {}, &left);
  const bool entered = left && (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter)) ||
                                ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_KeyPadEnter)));
  const std::string command = state.new_place;
  const bool clicked =
      link(look, "connect", command.empty() ? "Never mind" : "Connect", "Start the command, and run there (Enter)");
  if (!clicked && !entered) return;
  state.adds_place = false;
  state.new_place.clear();
  if (!command.empty()) notify(notice, elsewhere.add(choices, command));
}

}  // namespace warplens::ui
