#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/view/layout.h"
#include "trace/recorder.h"
#include "view/material.h"
#include "view/schedulers/schedulers_layout.h"
#include "view/schedulers/schedulers_picture.h"

// The schedulers' picture: a row per warp, coloured by what it waited for, and the sentence about issue slots.

namespace warplens::view {
namespace {

/// `multiprocessors` blocks, by default of four warps, each on its own multiprocessor, with two schedulers. Warps wait for memory
/// from cycle 20 to 80, and their block ends in cycle 100.
struct WaitingWarps {
  explicit WaitingWarps(std::uint32_t multiprocessors, std::uint32_t schedulers = 2, std::uint32_t warps = 4) {
    trace::Recorder recorder(trace::Level::full, 1 << 22, {multiprocessors, 1, 1}, {32 * warps, 1, 1}, schedulers);
    for (const std::uint64_t cycle : {0u, 10u, 99u})
      for (std::uint32_t warp = 0; warp < warps * multiprocessors; ++warp) recorder.step(cycle, warp, 0, ~0u);
    for (std::uint32_t warp = 0; warp < warps * multiprocessors; ++warp) recorder.wait(trace::WaitReason::memory, warp, 20, 80);
    for (std::uint32_t block = 0; block < multiprocessors; ++block) recorder.place(block, block, 0, 100, 0);
    result.trace = recorder.finish(100);
    result.utilisation.emplace();
    result.utilisation->issue = 0.0625;
    timeline = analysis::warp_timeline(result.trace);
    input.subject.result = &result;
    input.subject.grid = {multiprocessors, 1, 1};
    input.subject.block = {32 * warps, 1, 1};
    input.timeline = &timeline;
  }

  launch::LaunchResult result;
  analysis::WarpTimeline timeline;
  SchedulersInput input;
};

TEST(Schedulers, HeadlineHasIssueSlotsAndWaits) {
  WaitingWarps made(2);
  const Headline headline = schedulers_headline(made.input, dark());
  EXPECT_EQ(plain(headline.title), "Of the issue slots of all schedulers, 6.2 % were used.");
  EXPECT_EQ(plain(headline.detail), "The time of resident warps: waiting for memory 60 %, computing 40 %.");
  EXPECT_EQ(headline.origin, launch::Origin::modelled);
  made.input.hover.thread = 128 + 64;
  EXPECT_EQ(plain(schedulers_headline(made.input, dark()).title), "Block 1, warp 2 was resident from cycle 0 to 100.");
  EXPECT_EQ(plain(schedulers_headline(made.input, dark()).detail),
            "On SM 1, scheduler 0: waiting for memory 60 %, computing 40 %.");
  made.timeline = {};
  EXPECT_NE(plain(schedulers_headline(made.input, dark()).title).find("not known"), std::string::npos);
  EXPECT_TRUE(schedulers_picture(made.input, dark(), 500, 400).drawing.shapes.empty());
}

TEST(Schedulers, TheTimeAxisIsAsLongAsThatOfTheRunBeside) {
  WaitingWarps made(2);
  EXPECT_EQ(schedulers_layout(made.input, dark(), 1000, 600).axis.cycles, 100);
  made.input.subject.shared_scale.cycles = 400;
  EXPECT_EQ(schedulers_layout(made.input, dark(), 1000, 600).axis.cycles, 400);
}

TEST(Schedulers, ThePointerFindsTheWarpAndItsState) {
  const WaitingWarps made(2);
  const Picture picture = schedulers_picture(made.input, dark(), 1000, 600);
  const SchedulersLayout layout = schedulers_layout(made.input, dark(), 1000, 600);
  ASSERT_EQ(layout.places.size(), 4u);             // both multiprocessors fit
  const Rectangle& rows = layout.places[1].warps;  // scheduler 1 of SM 0: warps 1 and 3
  const float middle = layout.axis.x(50);
  EXPECT_EQ(picture.under({middle, rows.y + layout.row_height / 2}).tooltip,
            "Block 0, warp 1: waiting for memory, cycles 20 to 80");
  const HotSpot second = picture.under({layout.axis.x(90), rows.y + layout.row_height * 1.5f});
  EXPECT_EQ(second.tooltip, "Block 0, warp 3: computing, cycles 80 to 100");
  EXPECT_EQ(second.target.thread, 96u);
  // Two warps issue in the cycles 0, 10 and 99, the second of them a cycle later: the last in cycle 100, which is not shown.
  EXPECT_NE(picture.under({middle, layout.places[0].slots.y + 5}).tooltip.find("issued an instruction in 5.0 %"),
            std::string::npos);
  EXPECT_TRUE(picture.under({2, 590}).tooltip.empty());
}

/// The colour of a state where most of a column's cycles are in it.
TEST(Schedulers, ColoursAreTheStates) {
  const WaitingWarps made(1);
  const Drawing drawing = schedulers_picture(made.input, dark(), 1000, 600).drawing;
  const auto found =
      std::ranges::find_if(drawing.shapes, [](const Shape& shape) { return std::holds_alternative<Image>(shape); });
  ASSERT_NE(found, drawing.shapes.end());
  const Raster& raster = *std::get<Image>(*found).raster;
  EXPECT_EQ(raster.pixels[raster.width / 2], dark().read);
  EXPECT_EQ(raster.pixels[0], dark().good);
  EXPECT_EQ(raster.pixels[raster.width - 1], dark().good);
}

/// Words of a state are whole: none ends where its verb is still to come.
TEST(Schedulers, StatesAreWordedWhole) {
  for (const StateColour& state : state_colours(theme(ThemeName::dark)))
    for (const char* open : {" not", " has", " and", " but"})
      EXPECT_FALSE(std::string(state.words).ends_with(open)) << state.words;
}

TEST(Schedulers, FitsEverySize) {
  for (const std::uint32_t multiprocessors : {1u, 2u, 108u}) {
    WaitingWarps made(multiprocessors);
    made.input.cycle = 40;
    for (const Size size : sizes())
      expect_tidy(schedulers_picture(made.input, dark(), size.width, size.height).drawing,
                  fmt::format("{} multiprocessors, {} × {}", multiprocessors, size.width, size.height));
  }
}

std::vector<Residency> made_residencies() {
  return {{1, 4, 40'000, 0.02, false},
          {2, 8, 20'100, 0.04, false},
          {4, 16, 0, 0, true},
          {8, 32, 0, 0, false},
          {10, 40, 8'000, 0.1, false}};
}

TEST(Schedulers, FewerResidentWarpsAreBesideTheRun) {
  WaitingWarps made(2);
  EXPECT_FALSE(says(schedulers_picture(made.input, dark(), 1000, 600).drawing, "LATENCY HIDES"));
  made.input.residencies = made_residencies();
  const Drawing drawing = schedulers_picture(made.input, dark(), 1000, 600).drawing;
  for (const char* wanted : {"HOW LATENCY HIDES: 4 WARPS PER SM TAKE 5.0 × AS LONG AS 40", "8 warps",
                             "20,100 cycles, issue 4.0 %", "8,000 cycles, issue 10 %", "does not run with so few", "is running"})
    EXPECT_TRUE(says(drawing, wanted)) << wanted;
  // Lengths are in the proportion of the cycles.
  std::vector<float> lengths;
  for (const Shape& shape : drawing.shapes)
    if (const auto* box = std::get_if<Box>(&shape); box != nullptr && box->at.height == 16) lengths.push_back(box->at.width);
  ASSERT_EQ(lengths.size(), 3u);
  EXPECT_NEAR(lengths[1] / lengths[0], 0.5025, 0.001);
  EXPECT_NEAR(lengths[2] / lengths[0], 0.2, 0.001);
}

TEST(Schedulers, FewerResidentWarpsFitEverySize) {
  for (const std::uint32_t multiprocessors : {1u, 108u}) {
    WaitingWarps made(multiprocessors);
    made.input.residencies = made_residencies();
    for (const Size size : sizes())
      expect_tidy(schedulers_picture(made.input, dark(), size.width, size.height).drawing,
                  fmt::format("{} multiprocessors, {} × {}", multiprocessors, size.width, size.height));
  }
}

TEST(Schedulers, AMultiprocessorOfARealCardFitsEverySize) {
  WaitingWarps made(2, 4, 32);
  for (const bool fewer : {false, true}) {
    if (fewer) made.input.residencies = made_residencies();
    for (const Size size : sizes())
      expect_tidy(schedulers_picture(made.input, dark(), size.width, size.height).drawing,
                  fmt::format("{} × {}", size.width, size.height));
  }
}

TEST(Schedulers, SaysWhereTheRecordingEnds) {
  WaitingWarps made(1);
  made.timeline.whole = false;
  const Drawing drawing = schedulers_picture(made.input, dark(), 1000, 600).drawing;
  const auto* title = std::get_if<Text>(&drawing.shapes.front());
  ASSERT_NE(title, nullptr);
  EXPECT_NE(plain(title->spans).find("RECORDING FULL AFTER CYCLE 100"), std::string::npos) << plain(title->spans);
}

TEST(Schedulers, WheelAndDragMoveThroughTimeAndMultiprocessors) {
  WaitingWarps made(108);
  Navigation navigation;
  move_schedulers(made.input, dark(), {1000, 600}, {{600, 100}, {}, 4, true}, navigation);
  EXPECT_GT(navigation.timeline.zoom, 1);
  EXPECT_GT(navigation.timeline.pan, 0);
  move_schedulers(made.input, dark(), {1000, 600}, {{600, 100}, {1e6f, -100}, 0}, navigation);
  EXPECT_EQ(navigation.timeline.pan, 0);
  EXPECT_EQ(navigation.timeline.first_row, 2u);
  const float zoom = navigation.timeline.zoom;
  move_schedulers(made.input, dark(), {1000, 600}, {{600, 100}, {}, -3}, navigation);
  EXPECT_EQ(navigation.timeline.first_row, 5u) << "there are more multiprocessors than fit: the wheel scrolls them";
  EXPECT_EQ(navigation.timeline.zoom, zoom);
  made.input.first_row = 1000;  // beyond the last
  EXPECT_EQ(schedulers_layout(made.input, dark(), 1000, 600).places.back().scheduler->sm, 107u);
}

TEST(Schedulers, ThePlaceInTheTraceIsACycle) {
  const WaitingWarps made(1);
  const Tables tables;
  Material material;
  material.subject = made.input.subject;
  material.tables = &tables;
  EXPECT_FALSE(schedulers_input(material).cycle);
  material.place = 0;
  EXPECT_EQ(schedulers_input(material).cycle, 0u);
  material.place = 4;  // the next step is the first in cycle 10: the bar still says the cycle of the one before
  EXPECT_EQ(schedulers_input(material).cycle, 0u);
  material.place = 5;
  EXPECT_EQ(schedulers_input(material).cycle, 10u);
}

}  // namespace
}  // namespace warplens::view
