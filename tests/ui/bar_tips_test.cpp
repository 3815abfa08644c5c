#include <algorithm>

#include "tests/ui/window_test_base.h"
#include "ui/widgets/shown.h"
#include "ui/window/layout.h"

// Tooltips of the two bars, which are lower than a control and its tooltip.

namespace warplens::ui {
namespace {

bool inside(const FocusStop& stop, const view::Rectangle& room) {
  return stop.from.x >= room.x && stop.to.x <= room.x + room.width && stop.from.y >= room.y && stop.to.y <= room.y + room.height;
}

class BarTips : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    app_->look.shown = &shown_;
  }
  /// The tooltip in the last frame; null: there is none.
  static const ImGuiWindow* tooltip() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) return window;
    return nullptr;
  }
  Shown shown_;
};

TEST_F(BarTips, CoverNoTextOfAPanel) {
  const Places at = places(width, height, 1, 0);
  std::vector<FocusStop> stops;
  for (const FocusStop& stop : app_->focus.stops())
    if ((inside(stop, at.top) || inside(stop, at.bar)) && stop.clip_to.y >= stop.to.y)
      stops.push_back(stop);  // not scrolled away
  ASSERT_GT(stops.size(), 8u);
  int seen = 0;
  for (const FocusStop& stop : stops) {
    for (const float part : {0.1f, 0.5f, 0.9f}) {
      ImGui::GetIO().MousePos = {stop.from.x + part * (stop.to.x - stop.from.x), (stop.from.y + stop.to.y) / 2};
      for (int k = 0; k < 40; ++k) frame();
      const ImGuiWindow* const tip = tooltip();
      if (tip == nullptr) continue;
      const bool one_line = tip->Size.y < 30;  // what an experiment is about takes several, which no bar has room for
      if (!one_line) continue;
      ++seen;
      const ImVec2 from = tip->Pos, to(tip->Pos.x + tip->Size.x, tip->Pos.y + tip->Size.y);
      for (const ShownText& text : shown_.texts) {
        const view::Rectangle& ink = text.ink;
        const bool in_sight = ink.y >= text.clip.y && ink.y + ink.height <= text.clip.y + text.clip.height;
        const bool of_panel = in_sight && ink.y >= at.centre.y && ink.y + ink.height <= at.bar.y && text.list != tip->DrawList;
        const bool covered = ink.x < to.x && from.x < ink.x + ink.width && ink.y < to.y && from.y < ink.y + ink.height;
        EXPECT_FALSE(of_panel && covered) << text.text << " at " << ink.y << ", tooltip from " << from.y << " to " << to.y;
      }
      const float rim = 4;  // of a group, around its items
      EXPECT_TRUE(to.y <= stop.from.y + rim || from.y >= stop.to.y - rim)
          << "it does not cover what it explains: " << from.y << " to " << to.y << ", " << stop.from.y << " to " << stop.to.y;
    }
  }
  EXPECT_GT(seen, 15);
}

}  // namespace
}  // namespace warplens::ui
