#include <gtest/gtest.h>

#include "desk/view_inputs.h"
#include "tests/desk/desk_test_base.h"
#include "view/mapping/mapping_cells.h"

// A trace too long to be analysed within a frame: its moments and their cells come from a worker.

namespace warplens::desk {
namespace {

class Moments : public DeskTest {
 protected:
  void SetUp() override {
    Session session;
    session.experiment = "increment";
    session.view = "mapping";
    session.settings.parameters["n"] = 1 << 20;
    session.settings.grid = {1 << 12};
    session.settings.block = {256};
    const base::Status settled = desk_.settle(session);
    ASSERT_TRUE(settled) << base::describe(settled.error());
    ASSERT_FALSE(is_short(*desk_.runs.shown));
    ASSERT_GT(desk_.runs.steps(), 1000u);
    desk_.update();
  }

  /// A frame that moves the place, as the scrubber does.
  void frame_at(std::uint64_t place) {
    desk_.take_answers();
    desk_.update();
    go_to_place(desk_.playback, desk_.choices.session, desk_.runs, place);
    desk_.update();
  }
  /// A frame in which nothing is done.
  void frame() {
    desk_.take_answers();
    desk_.update();
  }

  view::MappingInput shown() const { return input_of(desk_).as<view::MappingInput>(); }
};

/// That the cells given are those of the map, made in another way: while drawing.
void expect_own_cells(view::MappingInput input) {
  ASSERT_NE(input.cells, nullptr);
  const view::MappingCells given = *input.cells;
  input.cells = nullptr;
  EXPECT_EQ(given.colour, input.colour);
  ASSERT_TRUE(given.threads && given.elements);
  EXPECT_TRUE(*given.threads == view::thread_cells(input));
  EXPECT_TRUE(*given.elements == view::element_cells(input));
}

TEST_F(Moments, CellsAreMadeBeforeTheyAreDrawn) {
  ASSERT_TRUE(has_picture(desk_));
  EXPECT_EQ(shown().map, &desk_.runs.shown->map);
  expect_own_cells(shown());

  const std::uint64_t middle = desk_.runs.steps() / 2;
  frame_at(middle);
  desk_.wait_until_idle();
  frame();
  EXPECT_EQ(shown().map->steps, middle);
  expect_own_cells(shown());
  EXPECT_EQ(shown().cells, input_of(desk_).as<view::MappingInput>().cells);
}

TEST_F(Moments, TheLastOneStaysUntilTheNextIsThere) {
  const std::uint64_t third = desk_.runs.steps() / 3, middle = desk_.runs.steps() / 2;
  const view::Input before = input_of(desk_);
  frame_at(third);
  EXPECT_EQ(input_of(desk_), before) << "the whole launch, until the moment is there";
  desk_.wait_until_idle();
  frame();
  EXPECT_EQ(shown().map->steps, third);
  frame_at(middle);
  EXPECT_EQ(shown().map->steps, third);
  expect_own_cells(shown());
}

TEST_F(Moments, AnotherColourIsMadeOnTheWorkerToo) {
  for (const std::uint64_t place : {desk_.runs.steps(), desk_.runs.steps() / 2}) {
    frame_at(place);
    desk_.wait_until_idle();
    frame();
    const view::ColourMode before = shown().colour;
    const view::ColourMode other = before == view::ColourMode::order ? view::ColourMode::count : view::ColourMode::order;
    desk_.choices.session.colour = other;
    frame();
    EXPECT_EQ(shown().colour, before) << "the last picture stays whole, with its colours";
    expect_own_cells(shown());
    desk_.wait_until_idle();
    frame();
    EXPECT_EQ(shown().colour, other);
    EXPECT_EQ(shown().map->steps, place);
    expect_own_cells(shown());
  }
}

/// Playback::version changes with the tables that are shown and with nothing else: a frame that equals the last is not drawn.
TEST_F(Moments, TheVersionChangesWithTheTablesShown) {
  const auto version = [this] { return desk_.picture_version(); };
  const std::uint64_t third = desk_.runs.steps() / 3, middle = desk_.runs.steps() / 2;
  std::uint64_t last = version();
  view::Input drawn = input_of(desk_);
  const auto expect_same_frame = [&](const char* why) {
    EXPECT_EQ(version(), last) << why;
    EXPECT_EQ(input_of(desk_), drawn) << why;
  };
  const auto expect_another_frame = [&](const char* why) {
    EXPECT_NE(version(), last) << why;
    EXPECT_NE(input_of(desk_), drawn) << why;
    last = version();
    drawn = input_of(desk_);
  };

  frame();
  expect_same_frame("nothing has happened");
  frame_at(middle);
  expect_same_frame("the moment is only asked for");
  desk_.wait_until_idle();
  frame();
  expect_another_frame("the moment is there");
  frame();
  frame();
  expect_same_frame("it stays");
  frame_at(third);
  expect_same_frame("the next moment is only asked for");
  desk_.wait_until_idle();
  frame();
  expect_another_frame("the next moment is there");
  frame_at(third);
  desk_.wait_until_idle();
  frame();
  expect_same_frame("the scrubber was pressed where it is");
  frame_at(desk_.runs.steps());
  expect_another_frame("the whole launch is known");
  frame_at(middle);
  frame_at(desk_.runs.steps());
  desk_.wait_until_idle();
  frame();
  expect_same_frame("a moment that was left before it was known is not shown");
}

}  // namespace
}  // namespace warplens::desk
