#include "ui/panels/panel.h"
#include "ui/widgets/widgets.h"

namespace warplens::ui {

void show_step_controls(const App& app, desk::Choices& choices, desk::Notice& notice, desk::Stepping& stepping) {
  if (!app.choices.row().needs.stepping) return;
  const Look& look = app.look;
  static const std::string labels[] = {"As it ran", "By hand"};
  static const std::string tips[] = {"Go through the steps of the shown run",
                                     "Choose which warp goes next, one instruction at a time"};
  section(look, "Steps", true);
  const bool by_hand = stepping.by_hand;
  const float width = ImGui::GetContentRegionAvail().x;
  if (const auto chosen = segmented(look, "mode", labels, by_hand ? 1 : 0, width, tips)) stepping.by_hand = *chosen == 1;
  if (!stepping.ready()) return;
  if (button(look, "step", "Step this warp",
             by_hand ? "The chosen warp does its next instruction (W)" : "On to the next instruction of the chosen warp (W)"))
    notify(notice, step_warp(stepping));
  if (by_hand &&
      button(look, "run order", "Run this order", "Run the launch in the order stepped by hand, and see it in every view"))
    run_stepped_order(stepping, choices, app.runs);
}

}  // namespace warplens::ui
