#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/view/layout.h"
#include "trace/recorder.h"
#include "view/blocks/blocks_picture.h"

namespace warplens::view {
namespace {

/// A launch of blocks of 64 threads with given placements on two multiprocessors of 16 warps and two block slots each.
class Placed {
 public:
  struct Row {
    std::uint32_t block, sm;
    std::uint64_t start, end;
  };
  explicit Placed(const std::vector<Row>& rows) {
    const auto blocks = static_cast<std::uint32_t>(rows.size());
    trace::Recorder recorder(trace::Level::memory, 1 << 20, {blocks, 1, 1}, {64, 1, 1});
    for (const Row& row : rows) recorder.place(row.block, row.sm, row.start, row.end);
    result_.trace = recorder.finish(1000);
    launch::Occupancy occupancy;
    occupancy.blocks = 2;
    occupancy.warps = 4;
    occupancy.max_warps = 16;
    occupancy.limiter = launch::OccupancyLimiter::shared_memory;
    result_.occupancy = occupancy;
    timeline_ = analysis::block_timeline(result_.trace, occupancy, 2);
    input_.subject.result = &result_;
    input_.subject.grid = {blocks, 1, 1};
    input_.subject.block = {64, 1, 1};
    input_.timeline = &timeline_;
  }
  Placed(const Placed&) = delete;
  BlocksInput& input() { return input_; }

 private:
  launch::LaunchResult result_;
  analysis::BlockTimeline timeline_;
  BlocksInput input_;
};

const std::vector<Placed::Row> five_blocks{{0, 0, 0, 100}, {1, 1, 0, 100}, {2, 0, 0, 100}, {3, 1, 0, 100}, {4, 0, 100, 200}};

TEST(BlocksHeadline, SaysWavesOccupancyAndTail) {
  Placed placed(five_blocks);
  const Headline headline = blocks_headline(placed.input(), dark());
  EXPECT_EQ(plain(headline.title), "5 blocks ran on 2 multiprocessors in 2 waves.");
  // 5 blocks of 2 warps for 100 cycles, over 200 cycles of 2 multiprocessors with 16 warps each: 1,000 / 6,400.
  EXPECT_EQ(
      plain(headline.detail),
      "Each has room for 2 blocks, limited by shared memory: occupancy at most 25 %, 16 % on average. No block was left to fill "
      "the last 50 % of the time.");
  EXPECT_EQ(headline.origin, launch::Origin::modelled);
  placed.input().hover.thread = 4 * 64 + 7;
  EXPECT_EQ(plain(blocks_headline(placed.input(), dark()).title), "Block 4 ran on SM 0 for 100 cycles.");
  EXPECT_EQ(plain(blocks_headline(placed.input(), dark()).detail), "From cycle 100 to cycle 200.");
}

TEST(BlocksHeadline, BlocksThatTrickleInMakeNoWaves) {
  Placed placed({{0, 0, 0, 100}, {1, 1, 0, 100}, {2, 0, 200, 300}});
  EXPECT_EQ(plain(blocks_headline(placed.input(), dark()).title),
            "3 blocks ran on 2 multiprocessors, at most 1 at once on each.");
}

TEST(BlocksHeadline, OneBlockLeavesTheOtherMultiprocessorIdle) {
  Placed placed({{0, 0, 0, 100}});
  const Headline headline = blocks_headline(placed.input(), dark());
  EXPECT_EQ(plain(headline.title), "1 block ran on 1 of 2 multiprocessors.");
  EXPECT_TRUE(plain(headline.detail).ends_with("on average. 1 multiprocessor had no block.")) << plain(headline.detail);
}

TEST(BlocksHeadline, FewerBlocksThanThereIsRoomForHaveNoTail) {
  Placed placed({{0, 0, 0, 100}, {1, 1, 0, 100}, {2, 0, 0, 100}});
  const std::string detail = plain(blocks_headline(placed.input(), dark()).detail);
  // Three blocks of 2 warps in all of the 100 cycles: 6 of 32 warps.
  EXPECT_EQ(detail,
            "Each has room for 2 blocks, limited by shared memory: occupancy at most 25 %, 19 % on average. There was room for 1 "
            "more block.");
}

TEST(BlocksHeadline, BlocksThatTheRecordingLacksAreNotSaidToBeAbsent) {
  Placed placed({{0, 0, 0, 100}, {1, 0, 0, 100}});
  placed.input().subject.grid = {40, 1, 1};
  EXPECT_EQ(plain(blocks_headline(placed.input(), dark()).title), "40 blocks ran.");
  EXPECT_EQ(plain(blocks_headline(placed.input(), dark()).detail), "Where and when is recorded of 2 of them only.");
}

TEST(BlocksPicture, EveryBlockIsUnderThePointerWhereItIsDrawn) {
  Placed placed(five_blocks);
  const Picture picture = blocks_picture(placed.input(), dark(), 900, 600);
  std::vector<std::uint64_t> found;
  for (const Shape& shape : picture.drawing.shapes) {
    const auto* box = std::get_if<Box>(&shape);
    if (box == nullptr) continue;
    const HotSpot spot = picture.under({box->at.x + box->at.width / 2, box->at.y + box->at.height / 2});
    for (std::uint64_t block = 0; block < 5; ++block)
      if (box->fill == thread_colour(dark(), block, 5, 1, 4)) {
        EXPECT_EQ(spot.target.thread, block * 64);
        found.push_back(block);
      }
  }
  EXPECT_EQ(found.size(), 5u);
  EXPECT_EQ(picture.under({0, 0}).target, Target{});
}

TEST(BlocksPicture, TimeIsToScale) {
  Placed placed(five_blocks);
  const Picture picture = blocks_picture(placed.input(), dark(), 900, 600);
  const auto box_of = [&](std::uint64_t block) {
    for (const Shape& shape : picture.drawing.shapes)
      if (const auto* box = std::get_if<Box>(&shape); box != nullptr && box->fill == thread_colour(dark(), block, 5, 1, 4))
        return box->at;
    return Rectangle{};
  };
  EXPECT_NEAR(box_of(4).width, box_of(0).width, 0.1);
  EXPECT_NEAR(box_of(4).x - box_of(0).x, box_of(0).width + 1, 0.1);  // a gap of one point
  EXPECT_EQ(box_of(0).y, box_of(4).y);                               // the same slot, one after another
  EXPECT_LT(box_of(0).y, box_of(2).y);
  EXPECT_LT(box_of(2).y, box_of(1).y);  // the second multiprocessor is below
}

TEST(BlocksPicture, LaysItselfOutInEverySize) {
  Placed placed(five_blocks);
  std::vector<Placed::Row> many;
  for (std::uint32_t block = 0; block < 2000; ++block)
    many.push_back({block, block % 200, block / 200 * 50u, block / 200 * 50u + 49});
  Placed large(many);
  Placed nothing({});
  for (Placed* run : {&placed, &large, &nothing})
    for (const auto& [width, height] : sizes())
      expect_tidy(blocks_picture(run->input(), dark(), width, height).drawing, fmt::format("{} × {}", width, height));
}

TEST(BlocksPicture, SaysWhenNothingIsKnown) {
  Placed placed({});
  placed.input().subject.grid = {3, 1, 1};
  EXPECT_EQ(plain(blocks_headline(placed.input(), dark()).title), "3 blocks ran.");
  const Picture picture = blocks_picture(placed.input(), dark(), 900, 600);
  EXPECT_EQ(picture.under({100, 100}).target, Target{});
}

}  // namespace
}  // namespace warplens::view
