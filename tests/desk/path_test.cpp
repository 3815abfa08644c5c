#include "desk/playback/path.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "desk/playback/playback.h"
#include "tests/desk/desk_test_base.h"

namespace warplens::desk {
namespace {

/// Three places, and no words of its own.
class ShortPath final : public Path {
 public:
  std::uint64_t length() const override { return 3; }
  std::uint64_t place() const override { return place_; }
  void go_to(std::uint64_t place) override { place_ = place; }
  std::string label() const override { return ""; }
  std::string longest_label() const override { return ""; }
  PathWords words() const override { return {"", "", ""}; }

 private:
  std::uint64_t place_ = 0;
};

TEST(APath, EndsAtBothEnds) {
  ShortPath path;
  path.back();
  EXPECT_EQ(path.place(), 0u);
  for (const std::uint64_t place : {1u, 2u, 3u, 3u}) {
    EXPECT_TRUE(path.forward().ok());
    EXPECT_EQ(path.place(), place);
  }
  path.back();
  EXPECT_EQ(path.place(), 2u);
  EXPECT_EQ(path.speed(), 8) << "the slowest";
  EXPECT_TRUE(path.tag().word.empty());
  EXPECT_TRUE(path.marks().empty());
}

/// The racy counter with two warps, each in a block of its own.
class PathOfTheDesk : public DeskTest {
 protected:
  void run_two_warps() {
    EXPECT_TRUE(choose_experiment(desk_.choices, "counter").ok());
    desk_.choices.session.settings.grid = {2, 1, 1};
    desk_.choices.session.settings.block = {32, 1, 1};
    desk_.choices.session.settings.repeats = 1;
    draw_until_idle();
    ASSERT_TRUE(desk_.runs.shown);
  }
  std::unique_ptr<Path> path() { return path_of(desk_.playback, desk_.stepping, desk_.choices, desk_.runs); }
  /// Play from the start to the end, looking at each moment.
  void expect_plays_through() {
    const std::unique_ptr<Path> whole = path();
    whole->go_to(whole->length());
    const auto play_for = [this](double seconds) { play_on(desk_.playback, desk_.stepping, desk_.choices, desk_.runs, seconds); };
    press_play(desk_.playback, desk_.stepping, desk_.choices, desk_.runs);
    EXPECT_TRUE(desk_.playback.playing);
    EXPECT_EQ(whole->place(), 0u) << "from the start when at the end";
    play_for(2 / whole->speed());
    EXPECT_EQ(whole->place(), 2u);
    press_play(desk_.playback, desk_.stepping, desk_.choices, desk_.runs);
    EXPECT_FALSE(desk_.playback.playing);
    play_for(1000);
    EXPECT_EQ(whole->place(), 2u) << "it stands still";
    press_play(desk_.playback, desk_.stepping, desk_.choices, desk_.runs);
    play_for(1000);
    EXPECT_EQ(whole->place(), whole->length());
    EXPECT_FALSE(desk_.playback.playing);
  }
};

TEST_F(PathOfTheDesk, MovesFromPictureToPictureForWhoeverWantsLittleMotion) {
  run_two_warps();
  const std::unique_ptr<Path> whole = path();
  desk_.playback.pause = 0.5;
  whole->go_to(0);
  press_play(desk_.playback, desk_.stepping, desk_.choices, desk_.runs);
  const auto place_after = [&](double seconds) {
    play_on(desk_.playback, desk_.stepping, desk_.choices, desk_.runs, seconds);
    return whole->place();
  };
  EXPECT_EQ(place_after(0.25), 0u);
  const std::uint64_t first = place_after(0.25);
  EXPECT_EQ(first, std::min(whole->length(), static_cast<std::uint64_t>(whole->speed() * 0.5)));
  EXPECT_GT(first, 0u);
  EXPECT_EQ(place_after(0.25), first);
}

TEST_F(PathOfTheDesk, OfNoRunHasNoPlaces) {
  ASSERT_TRUE(choose_experiment(desk_.choices, "counter").ok());
  EXPECT_EQ(path()->length(), 0u);
  EXPECT_EQ(path()->label(), "no run yet");
  EXPECT_TRUE(path()->forward().ok());
  path()->back();
  EXPECT_FALSE(path()->can_go_forward());
  EXPECT_TRUE(path()->tag().word.empty());
  press_play(desk_.playback, desk_.stepping, desk_.choices, desk_.runs);
  EXPECT_FALSE(desk_.playback.playing);
}

TEST_F(PathOfTheDesk, IsTheTraceInMostViews) {
  run_two_warps();
  EXPECT_EQ(path()->length(), desk_.runs.steps());
  EXPECT_STREQ(path()->words().unit, "memory access");
  EXPECT_EQ(path()->tag().word, "modelled");
  EXPECT_EQ(path()->marks().size(), desk_.runs.shown->erasing_steps.size());
  path()->go_to(0);
  EXPECT_EQ(path()->label(), "start");
  EXPECT_TRUE(path()->forward().ok());
  EXPECT_EQ(desk_.playback.place, next_access(desk_.runs.shown->trace(), 0));
  EXPECT_EQ(path()->label(), place_label(desk_.runs.shown->trace(), desk_.playback.place));
  EXPECT_EQ(desk_.choices.session.scrub, scrub_of(desk_.playback.place, desk_.runs.steps()));
  path()->back();
  EXPECT_EQ(path()->place(), 0u);
  path()->go_to(~std::uint64_t{0});
  EXPECT_EQ(path()->place(), path()->length());
  expect_plays_through();
}

TEST_F(PathOfTheDesk, IsThePausedLaunchInSteps) {
  run_two_warps();
  choose_view(desk_.choices, "steps");
  EXPECT_EQ(path()->label(), "no steps yet");
  draw_until_idle();
  EXPECT_EQ(path()->length(), desk_.stepping.length());
  EXPECT_STREQ(path()->words().unit, "instruction");
  EXPECT_TRUE(path()->marks().empty());
  EXPECT_TRUE(path()->forward().ok());
  EXPECT_EQ(desk_.stepping.step(), 1u);
  EXPECT_EQ(path()->label(), "step 1 of " + std::to_string(path()->length()));
  expect_plays_through();
  EXPECT_FALSE(desk_.playback.place == 0) << "the place in the trace is another one";
}

TEST_F(PathOfTheDesk, SteppedByHandGoesOnAtItsEnd) {
  run_two_warps();
  choose_view(desk_.choices, "steps");
  desk_.stepping.by_hand = true;
  draw_until_idle();
  EXPECT_EQ(path()->length(), 0u);
  EXPECT_TRUE(path()->can_go_forward());
  EXPECT_TRUE(path()->forward().ok());
  EXPECT_EQ(path()->length(), 1u);
  EXPECT_EQ(path()->place(), 1u);
}

}  // namespace
}  // namespace warplens::desk
