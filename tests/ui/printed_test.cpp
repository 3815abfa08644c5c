#include <algorithm>

#include "launch/recording/recording_file.h"
#include "tests/recorded_program.h"
#include "tests/ui/window_test_base.h"

// What a program printed: its lines have numbers, and are searched by keyboard.

namespace warplens::ui {
namespace {

class Printed : public WindowTest {
 protected:
  void SetUp() override {
    WindowTest::SetUp();
    if (testing::Test::IsSkipped()) return;
    launch::ProgramRecording recording = recorded::homework();
    for (int line = 1; line <= 100; ++line)
      recording.output += "line " + std::to_string(line) + (line % 40 == 0 ? " Sum\n" : "\n");
    const std::filesystem::path file = scratch("printed.recording");
    ASSERT_TRUE(launch::save(recording, file).ok());
    before_ = static_cast<std::size_t>(std::count(recording.output.begin(), recording.output.end(), '\n')) - 100;
    app_->open_file(file);
    settle();
    ASSERT_FALSE(state().rows.empty());
  }
  const PrintedState& state() const { return app_->printed; }
  /// Tab to the search field: the last field of the window.
  void go_to_search() {
    key(GLFW_KEY_TAB);
    const std::vector<FocusStop>& stops = app_->focus.stops();
    ImGuiID search = 0;
    for (const FocusStop& stop : stops)
      if (stop.kind == ControlKind::field && stop.from.x > 900) search = stop.id;
    ASSERT_NE(search, 0u);
    for (std::size_t k = 0; k < stops.size() && app_->focus.at()->id != search; ++k) key(GLFW_KEY_TAB);
    ASSERT_EQ(app_->focus.at()->id, search);
  }
  /// Number of the line that was found.
  std::size_t found_line() const {
    for (const PrintedRow& row : state().rows)
      if (state().found && row.begin <= *state().found && *state().found < row.end) return row.line;
    return 0;
  }
  std::size_t before_ = 0;  ///< lines of the program itself
};

TEST_F(Printed, LinesAreNumbered) {
  for (std::size_t k = 0; k < state().rows.size(); ++k) {
    const PrintedRow& row = state().rows[k];
    const std::size_t last = k > 0 ? state().rows[k - 1].line : 0;
    EXPECT_EQ(row.line, row.indent == 0 ? last + 1 : last);
  }
  EXPECT_EQ(state().rows.back().line, before_ + 100);
}

TEST_F(Printed, IsSearchedByKeyboard) {
  go_to_search();
  type("sum");
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(found_line(), before_ + 40) << "capitals do not matter";
  key(GLFW_KEY_TAB);  // Next
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(found_line(), before_ + 80);
  key(GLFW_KEY_ENTER);
  EXPECT_EQ(found_line(), before_ + 40) << "from the last one to the first";
}

TEST_F(Printed, SaysWhatNoLineHas) {
  go_to_search();
  type("nowhere");
  key(GLFW_KEY_ENTER);
  EXPECT_FALSE(state().found);
  EXPECT_EQ(state().unfound, "No line has nowhere");
}

}  // namespace
}  // namespace warplens::ui
