#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/view/layout.h"
#include "trace/recorder.h"
#include "view/lanes/lanes_picture.h"

// Which lanes of a warp took part in which instruction, as a band per warp.

namespace warplens::view {
namespace {

/// Two warps. Both issue line 10 with all lanes; warp 0 then parts: even lanes at line 11, odd lanes at line 13.
struct PartedWarp {
  PartedWarp() {
    trace::Recorder recorder(trace::Level::full, 1 << 20, {1, 1, 1}, {64, 1, 1}, 2);
    recorder.step(0, 0, 0, ~0u);
    recorder.step(1, 1, 0, ~0u);
    recorder.step(2, 0, 1, 0x55555555);
    recorder.step(3, 0, 2, 0xaaaaaaaa);
    result.trace = recorder.finish(4);
    result.counters.divergent_branches = 1;
    result.counters.warp_instructions = 4;
    result.counters.thread_instructions = 32 + 32 + 16 + 16;
    steps = analysis::warp_steps(result.trace, 64);
    input.subject.result = &result;
    input.subject.grid = {1, 1, 1};
    input.subject.block = {64, 1, 1};
    input.subject.lines = lines;
    input.warps = &steps;
  }

  const std::vector<std::uint32_t> lines{10, 11, 13};
  launch::LaunchResult result;
  analysis::WarpSteps steps;
  LanesInput input;
};

/// What is under the pointer in a part of a band: `instruction` and `lane`, each in its middle.
HotSpot spot_at(const Picture& picture, std::uint64_t warp, double instruction, std::uint32_t lane) {
  const auto band = picture.place({.thread = warp * 32});
  EXPECT_TRUE(band.has_value());
  const auto next = picture.place({.step = 2});  // warp 0's second instruction
  EXPECT_TRUE(next.has_value());
  const float wide = next->x - band->x;
  return picture.under(
      {band->x + static_cast<float>(instruction + 0.5) * wide, band->y + (static_cast<float>(lane) + 0.5f) * band->height});
}

TEST(Lanes, HeadlineSaysHowManyWarpsParted) {
  PartedWarp made;
  Headline headline = lanes_headline(made.input, dark());
  EXPECT_EQ(plain(headline.title), "A branch parted a warp once; 1 of 2 warps then worked for some of its lanes only.");
  EXPECT_EQ(plain(headline.detail), "On average 24.0 of 32 lanes took part in an instruction.");
  EXPECT_EQ(headline.origin, launch::Origin::counted);
  made.input.hover.thread = 5;
  EXPECT_EQ(plain(lanes_headline(made.input, dark()).title),
            "Block 0, warp 0: 2 of 3 instructions were for some of its lanes only.");
  made.input.hover.thread = 40;
  EXPECT_EQ(plain(lanes_headline(made.input, dark()).title), "Block 0, warp 1: no instruction was for some of its lanes only.");
}

TEST(Lanes, HeadlineOfWarpsThatStayTogether) {
  PartedWarp made;
  made.result.counters.divergent_branches = 0;
  EXPECT_EQ(plain(lanes_headline(made.input, dark()).title),
            "No warp parted at a branch; 1 of 2 warps skipped an instruction in some lanes.");
  made.steps.partial_warps.clear();
  EXPECT_EQ(plain(lanes_headline(made.input, dark()).title), "No warp worked for some of its lanes only.");
  made.input.subject.block = {33, 1, 1};
  EXPECT_EQ(plain(lanes_headline(made.input, dark()).title), "The last warp of each block has threads in only 1 of 32 lanes.");
  made.input.subject.block = {5, 1, 1};
  EXPECT_EQ(plain(lanes_headline(made.input, dark()).title), "The warp of each block has threads in only 5 of 32 lanes.");
  made.steps = {};
  EXPECT_NE(plain(lanes_headline(made.input, dark()).title).find("not known"), std::string::npos);
  EXPECT_TRUE(lanes_picture(made.input, dark(), 500, 400).drawing.shapes.empty());
}

TEST(Lanes, TwoRunsBeginWithTheSameWarps) {
  PartedWarp made;
  const auto top = [&](std::uint64_t warp) {
    return lanes_picture(made.input, dark(), 500, 400).place({.thread = warp * 32}).value().y;
  };
  EXPECT_LT(top(0), top(1));
  const std::vector<std::uint32_t> of_other{1, 7};  // the other run has more warps
  made.input.subject.shared_scale.parted_too = std::span(of_other);
  EXPECT_LT(top(1), top(0)) << "the only warp of both that parted";
  const std::vector<std::uint32_t> own{0};
  made.input.subject.shared_scale.parted = std::span(own);
  EXPECT_LT(top(0), top(1)) << "both did";
}

TEST(Lanes, ThePointerFindsLaneAndInstruction) {
  const PartedWarp made;
  const Picture picture = lanes_picture(made.input, dark(), 1000, 600);
  const HotSpot even = spot_at(picture, 0, 1, 6);
  EXPECT_EQ(even.target.thread, 6u);
  EXPECT_EQ(even.target.step, 2u);
  EXPECT_EQ(even.tooltip, "Instruction 2 of block 0, warp 0, line 11: lanes 0, 2 … 30");
  EXPECT_EQ(spot_at(picture, 1, 0, 31).target.thread, 63u);
  EXPECT_EQ(spot_at(picture, 1, 0, 31).tooltip, "Instruction 1 of block 0, warp 1, line 10: all lanes");
  EXPECT_TRUE(spot_at(picture, 1, 1, 0).tooltip.empty()) << "warp 1 issued one instruction only";
}

TEST(Lanes, LanesThatTakeNoPartHaveNoColourOfALine) {
  const PartedWarp made;
  const Picture picture = lanes_picture(made.input, dark(), 1000, 600);
  const auto image =
      std::ranges::find_if(picture.drawing.shapes, [](const Shape& s) { return std::holds_alternative<Image>(s); });
  ASSERT_NE(image, picture.drawing.shapes.end());
  const Raster& raster = *std::get<Image>(*image).raster;
  const auto pixel = [&](double instruction, std::uint32_t lane) {
    const auto x = static_cast<std::size_t>((instruction + 0.5) / 3 * raster.width);
    const auto y = static_cast<std::size_t>((lane + 0.5) / 32 * raster.height);
    return raster.pixels[y * raster.width + x];
  };
  EXPECT_EQ(pixel(0, 0), pixel(0, 1)) << "all lanes alike";
  EXPECT_EQ(pixel(1, 1), dark().panel) << "odd lanes wait at line 11";
  EXPECT_EQ(pixel(2, 0), dark().panel) << "even lanes wait at line 13";
  EXPECT_NE(pixel(1, 0), pixel(2, 1)) << "two lines, two colours";
  EXPECT_NE(pixel(1, 0), pixel(0, 0));
}

TEST(Lanes, WarpsThatPartedComeFirst) {
  trace::Recorder recorder(trace::Level::full, 1 << 20, {1, 1, 1}, {32 * 20, 1, 1}, 2);
  for (std::uint32_t warp = 0; warp < 20; ++warp) recorder.step(warp, warp, 0, warp == 2 || warp == 17 ? 0xffu : ~0u);
  PartedWarp made;
  made.result.trace = recorder.finish(20);
  made.steps = analysis::warp_steps(made.result.trace, 32 * 20);
  made.input.subject.block = {32 * 20, 1, 1};
  std::vector<std::uint64_t> warps;
  for (; made.input.first_row < 20; made.input.first_row += 2) {
    const Picture picture = lanes_picture(made.input, dark(), 1000, 300);  // two bands
    std::vector<std::pair<float, std::uint64_t>> seen;
    for (std::uint64_t warp = 0; warp < 20; ++warp)
      if (const auto at = picture.place({.thread = warp * 32})) seen.emplace_back(at->y, warp);
    std::ranges::sort(seen);
    for (const auto& [y, warp] : seen) warps.push_back(warp);
  }
  EXPECT_EQ(warps, (std::vector<std::uint64_t>{2, 17, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19}));
}

TEST(Lanes, FitInEverySize) {
  PartedWarp made;
  for (const auto& [width, height] : {std::pair(300.0f, 300.0f), {1000.0f, 600.0f}, {2400.0f, 1600.0f}})
    expect_tidy(lanes_picture(made.input, dark(), width, height).drawing, std::to_string(width));
  Navigation navigation;
  move_lanes(made.input, dark(), {1000, 600}, {.at = {500, 300}, .drag = {-50, -500}, .wheel = 3, .zooms = true}, navigation);
  EXPECT_EQ(navigation.timeline.first_row, 0u) << "both warps are in sight";
}

}  // namespace
}  // namespace warplens::view
