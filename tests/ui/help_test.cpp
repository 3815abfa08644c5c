#include "ui/panels/help.h"

#include <algorithm>
#include <set>

#include "tests/ui/window_test_base.h"

// The help: all of it at full size, on pages.

namespace warplens::ui {
namespace {

class Help : public WindowTest {};

TEST_F(Help, IsTurnedByArrowsAndClosed) {
  key(GLFW_KEY_F1);
  ASSERT_TRUE(app_->help.show);
  EXPECT_EQ(app_->help.pages, 2u);
  const std::uint64_t place = app_->playback.place;
  key(GLFW_KEY_RIGHT);
  EXPECT_EQ(app_->help.page, 1u);
  key(GLFW_KEY_RIGHT);
  EXPECT_EQ(app_->help.page, 0u);
  key(GLFW_KEY_LEFT);
  EXPECT_EQ(app_->help.page, 1u);
  EXPECT_EQ(app_->playback.place, place) << "the arrows are not the trace's";
  key(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(app_->help.show);
  key(GLFW_KEY_F1);
  EXPECT_EQ(app_->help.page, 0u);
}

TEST_F(Help, IsTurnedByTabAndEnterAndByClicks) {
  key(GLFW_KEY_F1);
  key(GLFW_KEY_TAB);
  key(GLFW_KEY_TAB);
  ASSERT_NE(app_->focus.at(), nullptr);
  EXPECT_EQ(app_->focus.stops().size(), 2u) << "the page before, the next page";
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(app_->help.page, 1u);
  const FocusStop before = app_->focus.stops().front();
  click((before.from.x + before.to.x) / 2, (before.from.y + before.to.y) / 2);
  EXPECT_EQ(app_->help.page, 0u);
  EXPECT_TRUE(app_->help.show);
  click(2, 300);
  EXPECT_FALSE(app_->help.show) << "outside";
}

TEST_F(Help, HasEveryKeyOnceAtFullSizeInEveryTheme) {
  std::size_t keys = 0;
  for (const Shortcut& shortcut : shortcuts()) keys += shortcut.keys != nullptr ? 1 : 0;
  for (const float scale : {1.0f, view::theme(view::ThemeName::projector).scale, 2.0f}) {
    ASSERT_TRUE(update_look(*app_, scale).ok());
    ImGui::GetIO().Fonts->Build();
    const ImVec2 room(width - 80 * scale, height - 92 * scale);
    const HelpPages all = help_pages(app_->look, room);
    std::set<std::string> listed;
    for (const PlacedHelp& placed : all.rows) {
      ASSERT_LT(placed.page, all.titles.size());
      if (placed.row.head != nullptr && all.titles[placed.page] == std::string("Keys")) listed.insert(placed.row.head);
      EXPECT_GE(placed.at.y, 0);
      EXPECT_LE(placed.at.y + placed.height, room.y + 1) << placed.row.text;
      float line_width = 0;
      for (const WrappedLine& line : placed.lines) {
        float sum = 0;
        for (const view::Span& span : line.spans)
          sum += text_width(app_->look, {span.face, 15}, span.text.substr(0, span.text.find_last_not_of(' ') + 1));
        line_width = std::max(line_width, sum);
      }
      EXPECT_LE(placed.at.x + placed.text_at + line_width, room.x + 1);
      const auto overlaps = [&](const PlacedHelp& other) {
        return &other != &placed && other.page == placed.page && other.at.x == placed.at.x &&
               other.at.y < placed.at.y + placed.height && placed.at.y < other.at.y + other.height;
      };
      EXPECT_TRUE(std::ranges::none_of(all.rows, overlaps));
    }
    EXPECT_EQ(listed.size(), keys) << scale;
  }
}

}  // namespace
}  // namespace warplens::ui
