#include <algorithm>

#include "tests/ui/window_test_base.h"
#include "ui/widgets/shown.h"

// Titles of the controls and what stands beside them, at every scale of the text.

namespace warplens::ui {
namespace {

class Titles : public WindowTest {
 protected:
  void frames_at(float scale) {
    app_->look.shown = &shown_;
    for (int k = 0; k < 3; ++k) frame(scale);
  }
  const ShownText* text(const std::string& words) const {
    const auto found = std::ranges::find(shown_.texts, words, &ShownText::text);
    return found != shown_.texts.end() ? &*found : nullptr;
  }
  Shown shown_;
};

TEST_F(Titles, LaunchIsApartFromTheSwitchOfItsDimensions) {
  for (const float scale : {1.0f, 1.1f, 1.21f, 1.331f, 1.4641f, 1.75f, 2.0f, 2.5f}) {
    SCOPED_TRACE(scale);
    frames_at(scale);
    const ShownText *const title = text("LAUNCH"), *const one = text("1D"), *const three = text("3D");
    ASSERT_TRUE(title && one && three);
    // The frame of the switch is around its words.
    const auto frame = std::ranges::find_if(app_->focus.stops(), [&](const FocusStop& stop) {
      return stop.kind == ControlKind::group && stop.from.x < one->ink.x && one->ink.x < stop.to.x && stop.from.y < one->ink.y &&
             one->ink.y < stop.to.y;
    });
    ASSERT_NE(frame, app_->focus.stops().end());
    const bool beside = frame->from.x >= title->ink.x + title->ink.width + 8 * scale;
    const bool below = frame->from.y >= title->ink.y + title->ink.height + 4 * scale;
    EXPECT_TRUE(beside || below);
    EXPECT_GE(three->ink.x, one->ink.x + one->ink.width + 6 * scale) << "its words are apart, too";
  }
}

}  // namespace
}  // namespace warplens::ui
