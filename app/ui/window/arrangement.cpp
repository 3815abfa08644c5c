#include "ui/window/arrangement.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <sstream>

#include "base/file.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {
namespace {

constexpr float grip = 8, step = 40;  // points
constexpr std::uintmax_t max_bytes = 1000;

std::filesystem::path arrangement_file() { return base::user_state_file("panels"); }

/// The edge of a panel at `x`. Returns how far it was moved to the right, pixels; `reset`: double-clicked.
std::optional<float> moved_edge(const Look& look, const char* id, float x, const view::Rectangle& beside, bool& reset) {
  const float wide = look.px(grip);
  ImGui::SetNextWindowPos({x - wide / 2, beside.y});
  ImGui::SetNextWindowSize({wide, beside.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::InvisibleButton("edge", {wide, beside.height});
  const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
  if (held || hovered) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    ImGui::GetWindowDrawList()->AddLine({x, beside.y}, {x, beside.y + beside.height}, packed(look.colours().accent), look.px(2));
  }
  reset = hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
  ImGui::End();
  ImGui::PopStyleVar(2);
  if (held && ImGui::GetIO().MouseDelta.x != 0) return ImGui::GetIO().MousePos.x - x;
  return std::nullopt;
}

}  // namespace

Arrangement load_arrangement() {
  Arrangement arrangement;
  const auto text = base::read_text(arrangement_file(), max_bytes, "the panels");
  if (!text) return arrangement;
  std::istringstream words(*text);
  unsigned shown = 0;
  float left = 0, right = 0;
  if (!(words >> shown >> left >> right) || shown > 2 || !std::isfinite(left) || !std::isfinite(right)) return arrangement;
  return {static_cast<ShownPanels>(shown), std::max(left, 0.0f), std::max(right, 0.0f)};
}

base::Status save_arrangement(const Arrangement& arrangement) {
  return base::write_user_state(arrangement_file(), fmt::format("{} {:.0f} {:.0f}\n", static_cast<unsigned>(arrangement.shown),
                                                                arrangement.left, arrangement.right));
}

void toggle_panels(Arrangement& arrangement, ShownPanels shown, desk::Notice& notice) {
  arrangement.shown = arrangement.shown == shown ? ShownPanels::all : shown;
  if (arrangement.shown == ShownPanels::all) notify(notice, std::string());
  tell_hidden(arrangement, notice);
}

void tell_hidden(const Arrangement& arrangement, desk::Notice& notice) {
  if (arrangement.shown == ShownPanels::picture) notify(notice, std::string("H shows the panels again"));
  if (arrangement.shown == ShownPanels::picture_and_source) notify(notice, std::string("Shift H shows the panels again"));
}

void widen(Arrangement& arrangement, const Places& at, float scale, SidePanel side, int steps) {
  const bool left = side == SidePanel::left && !at.one_side();
  const float now = (left ? at.controls.width : at.right.width) / scale;
  if (now > 0) (left ? arrangement.left : arrangement.right) = std::max(now + step * static_cast<float>(steps), 1.0f);
}

void show_panel_edges(const Look& look, const Places& at, float width, Arrangement& arrangement) {
  bool reset = false;
  if (at.controls.height > 0 && at.controls.x == 0 && !at.one_side()) {
    if (const auto by = moved_edge(look, "left edge", at.controls.width, at.controls, reset))
      arrangement.left = std::max((at.controls.width + *by) / look.scale, 1.0f);
    if (reset) arrangement.left = 0;
  }
  if (at.right.height > 0 && at.right.x > 0) {
    if (const auto by = moved_edge(look, "right edge", at.right.x, at.right, reset))
      arrangement.right = std::max((width - at.right.x - *by) / look.scale, 1.0f);
    if (reset) arrangement.right = 0;
  }
}

}  // namespace warplens::ui
