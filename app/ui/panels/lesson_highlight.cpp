#include "ui/panels/lesson_highlight.h"

#include <algorithm>
#include <cctype>

#include "ui/widgets/widgets.h"
#include "ui/window/app.h"

namespace warplens::ui {
namespace {

/// Equal but for capitals; "Found" is also that of "Found · 2".
bool same_label(std::string_view told, std::string_view label) {
  label = label.substr(0, label.find(" · "));
  return std::ranges::equal(
      told, label, {}, [](unsigned char c) { return std::tolower(c); }, [](unsigned char c) { return std::tolower(c); });
}

bool names(const std::vector<lesson::Block>& blocks, std::string_view label) {
  return std::ranges::any_of(blocks, [&](const lesson::Block& block) {
    return std::ranges::any_of(block.pieces, [&](const lesson::Piece& piece) {
      return piece.setting == lesson::Setting::strong && same_label(piece.text, label);
    });
  });
}

/// Of the open step, in the window that is being drawn.
ImGuiID id_of_step(const App& app) {
  return ImGui::GetID((app.choices.session.lesson + std::to_string(app.choices.session.lesson_step)).c_str());
}

}  // namespace

void begin_step_at_top(const App& app) {
  if (open_step(app.lessons, app.choices.session) == nullptr) return;
  const ImGuiID open = ImGui::GetID("open step"), now = id_of_step(app);
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  if (static_cast<ImGuiID>(storage.GetInt(open)) == now) return;
  storage.SetInt(open, static_cast<int>(now));
  storage.SetInt(ImGui::GetID("to top in frame"), ImGui::GetFrameCount());
  ImGui::SetScrollY(0);
}

bool lesson_names(const App& app, std::string_view label) {
  const lesson::Step* step = open_step(app.lessons, app.choices.session);
  return step != nullptr && (names(step->text, label) || names(step->task, label));
}

void highlight_named(const App& app, std::string_view label, ImVec2 at, Highlight extent) {
  const bool in_seen = app.lessons.step.done && names(app.lessons.step.seen, label);
  if (!in_seen && !lesson_names(app, label)) return;
  const Look& look = app.look;
  const float bottom = ImGui::GetCursorScreenPos().y, width = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y}, {at.x + width, bottom}, packed(faded(look.colours().accent, 0.13f)),
                                            look.px(6));
  if (!app.lessons.step.start) return;
  // Each window remembers for which step it has looked, and in which frame; once more for what is named when the task is done.
  const ImGuiID seen = ImGui::GetID(in_seen ? "told at the end" : "told"),
                when = ImGui::GetID(in_seen ? "told at the end in frame" : "told in frame"), now = id_of_step(app);
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  if (static_cast<ImGuiID>(storage.GetInt(seen)) != now || ImGui::IsWindowAppearing()) {
    storage.SetInt(seen, static_cast<int>(now));
    storage.SetInt(when, ImGui::GetFrameCount());
  }
  if (storage.GetInt(when) != ImGui::GetFrameCount()) return;
  // The window may be about to scroll to its top.
  const bool to_top = storage.GetInt(ImGui::GetID("to top in frame")) == ImGui::GetFrameCount();
  const float top = ImGui::GetWindowPos().y, moved = to_top ? ImGui::GetScrollY() : 0, height = ImGui::GetWindowHeight();
  if (at.y + moved >= top && bottom + moved <= top + height) return;
  // A control below comes to the lower edge, so that what is named above it stays; of a section, what follows is to be seen.
  const bool below = extent == Highlight::control && bottom + moved > top + height;
  below ? ImGui::SetScrollFromPosY(bottom - top, 0.95f) : ImGui::SetScrollFromPosY(at.y - top, 0.15f);
  storage.SetInt(when, -1);
}

bool highlighted_slider(const App& app, const NumberSlider& slider, double& value) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool changed = number_slider(app.look, slider, value);
  highlight_named(app, slider.label, at);
  return changed;
}

void highlighted_section(const App& app, std::string_view title) {
  gap(app.look, 12);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  section(app.look, title, true);
  highlight_named(app, title, at, Highlight::beginning);
}

}  // namespace warplens::ui
