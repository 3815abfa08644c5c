#include <algorithm>

#include "ui/panel.h"
#include "ui/widgets.h"

namespace warplens::ui {
namespace {

using experiment::ViewKind;

void same_line(float x) { ImGui::SetCursorPos({x, ImGui::GetStyle().WindowPadding.y}); }

/// The experiment's title in a rounded field; a click lists all experiments.
float show_picker(App& app, float x, float width_limit) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const float height = look.px(38), pad = look.px(14), caret = look.px(22);
  const std::string title = shortened(look, body, app.experiment().title, width_limit - 2 * pad - caret);
  const float width = text_width(look, body, title) + 2 * pad + caret;
  same_line(x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("experiment", {width, height})) ImGui::OpenPopup("experiments");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + width, at.y + height}, packed(ImGui::IsItemHovered() ? theme.selected : theme.control),
                     look.px(8));
  list.AddRect(at, {at.x + width, at.y + height}, packed(theme.line), look.px(8), 0, look.px(1));
  const float baseline = middle_baseline(look, at.y, height, body.size);
  draw_text(list, look, body, {at.x + pad, baseline}, theme.text, title);
  draw_text(list, look, {view::Face::regular, 15}, {at.x + width - pad - look.px(9), baseline}, theme.muted, icon::caret_down);
  tip(look, app.experiment().text);

  ImGui::SetNextWindowPos({at.x, at.y + height + look.px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(8), look.px(8)});
  if (ImGui::BeginPopup("experiments")) {
    float widest = look.px(260);
    for (const experiment::Experiment& experiment : app.catalogue.experiments) {
      widest = std::max(widest, text_width(look, body, experiment.title) + 2 * pad);
    }
    for (const experiment::Experiment& experiment : app.catalogue.experiments) {
      const ImVec2 row = ImGui::GetCursorScreenPos();
      if (ImGui::InvisibleButton(experiment.id.c_str(), {widest, look.px(36)})) {
        choose_experiment(app, experiment.id);
        ImGui::CloseCurrentPopup();
      }
      const bool chosen = experiment.id == app.session.experiment;
      ImDrawList& popup = *ImGui::GetWindowDrawList();
      if (chosen || ImGui::IsItemHovered()) {
        popup.AddRectFilled(row, {row.x + widest, row.y + look.px(36)}, packed(theme.selected), look.px(7));
      }
      draw_text(popup, look, body, {row.x + pad, middle_baseline(look, row.y, look.px(36), body.size)}, theme.text,
                experiment.title);
      tip(look, experiment.text);
      gap(look, -6);
    }
    gap(look, 6);
    for (const base::Error& error : app.catalogue.errors) note(look, base::describe(error), theme.wrong);
    ImGui::EndPopup();
  }
  ImGui::PopStyleVar();
  return width;
}

/// Which machine runs, as a chip; a click goes to the next one where there are several.
float show_device(App& app, float x, float width_limit) {
  const Look& look = app.look;
  const view::Theme& theme = look.colours();
  const launch::DeviceProperties& device = app.device().properties();
  const bool simt = device.kind == "simt";
  const std::string text = device.name + (simt ? " · seed " + std::to_string(app.session.settings.seed) : " · measured");
  constexpr TextStyle style{view::Face::regular, 15};
  const std::string label = shortened(look, style, text, width_limit - look.px(28));
  const float width = text_width(look, style, label) + look.px(28), height = look.px(34);
  same_line(x);
  ImVec2 at = ImGui::GetCursorScreenPos();
  at.y += look.px(2);
  ImGui::SetCursorScreenPos(at);
  const bool several = app.devices.devices.size() > 1;
  if (ImGui::InvisibleButton("device", {width, height}) && several) choose_device(app, simt ? "gpu" : "simt");
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(at, {at.x + width, at.y + height}, packed(faded(theme.good, several && ImGui::IsItemHovered() ? 1.0f : 0.45f)),
               height / 2, 0, look.px(1.2f));
  draw_text(list, look, style, {at.x + look.px(14), middle_baseline(look, at.y, height, style.size)},
            mixed(theme.good, theme.text, 0.35f), label);
  std::string meaning =
      simt ? "The machine that runs the kernel: an NVIDIA GPU's way of working, executed exactly on this computer's CPU. Its "
             "cycles are modelled."
           : "The machine that runs the kernel: a real GPU, timed by its own clock.";
  meaning += several ? " Click for the other machine." : app.devices.gpu_note.empty() ? "" : " " + app.devices.gpu_note;
  tip(look, meaning);
  return width;
}

}  // namespace

void show_top_bar(App& app) {
  const Look& look = app.look;
  const float padding = look.px(22), gap = look.px(18);
  const float width = ImGui::GetWindowWidth();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  constexpr TextStyle name{view::Face::semibold, 21};
  draw_text(*ImGui::GetWindowDrawList(), look, name, {at.x, middle_baseline(look, at.y, look.px(38), name.size)},
            look.colours().text, "Warplens");

  const float icons = 2 * look.px(38) + look.px(10);
  const float views = std::min(look.px(330), width * 0.27f);
  const float right = width - padding - icons - gap - views;
  float x = padding + text_width(look, name, "Warplens") + gap;
  const float room = right - x - gap;
  x += show_picker(app, x, room * 0.55f) + look.px(14);
  show_device(app, x, right - x - gap);

  static const std::string labels[] = {"Mapping", "Race", "Histogram"};
  static const std::string tips[] = {"Which thread touched which element (1)", "Reads and writes of one element over time (2)",
                                     "The counts that the kernel wrote, as bars (3)"};
  same_line(right);
  if (const auto chosen = segmented(look, "view", labels, static_cast<std::size_t>(app.session.view), views, tips)) {
    app.session.view = static_cast<ViewKind>(*chosen);
  }
  same_line(width - padding - icons);
  if (icon_button(look, "theme", icon::theme, "Dark, light or projector colours (T)")) {
    app.session.theme = static_cast<view::ThemeName>((static_cast<int>(app.session.theme) + 1) % 3);
  }
  same_line(width - padding - look.px(38));
  if (icon_button(look, "help", icon::help, "Keys, colours and words (F1)")) app.show_help = !app.show_help;
}

}  // namespace warplens::ui
