#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/view/layout.h"
#include "view/roofline/roofline_picture.h"

namespace warplens::view {
namespace {

/// 4 multiprocessors' worth of a card: 256 operations and 16 bytes per cycle, so that the roof bends at 16 operations per byte.
analysis::Roofline roofline_of(std::uint64_t operations, std::uint64_t bytes, double cycles) {
  return {.operations = operations, .bytes = bytes, .cycles = cycles, .peaks = {.floating = 256, .memory_bytes = 16}};
}

class RooflineView : public ::testing::Test {
 protected:
  RooflineView() {
    result_.utilisation.emplace().device = "toy";
    input_.subject.result = &result_;
    input_.entries = {{"tiled", roofline_of(64'000, 16'000, 2000)}};
  }
  std::string title() const { return plain(roofline_headline(input_, theme(ThemeName::dark)).title); }
  std::string detail() const { return plain(roofline_headline(input_, theme(ThemeName::dark)).detail); }
  std::string words(float width = 1000, float height = 600) const {
    std::string all;
    for (const Shape& shape : roofline_picture(input_, theme(ThemeName::dark), width, height).drawing.shapes)
      if (const auto* text = std::get_if<Text>(&shape)) all += plain(text->spans) + "\n";
    return all;
  }

  launch::LaunchResult result_;
  RooflineInput input_;
};

TEST_F(RooflineView, SaysWhichRoofAndHowCloseToIt) {
  EXPECT_EQ(title(), "4 operations for each byte of memory: memory is the roof.");
  EXPECT_EQ(detail(), "32 floating-point operations per cycle, 50 % of the 64 that the memory of the toy allows.");
  input_.entries.front().roofline = roofline_of(64'000, 1'000, 1000);
  EXPECT_EQ(title(), "64 operations for each byte of memory: arithmetic is the roof.");
  EXPECT_EQ(detail(), "64 floating-point operations per cycle, 25 % of the 256 that the arithmetic of the toy allows.");
}

TEST_F(RooflineView, SaysWhatIsMissing) {
  input_.entries.front().roofline = roofline_of(0, 1'000, 1000);
  EXPECT_EQ(title(), "No arithmetic is counted in this launch.");
  EXPECT_EQ(words(), "");
  input_.entries.front().roofline = roofline_of(1000, 0, 1000);
  EXPECT_EQ(title(), "No memory traffic: only arithmetic is the roof.");
  input_.entries.clear();
  EXPECT_EQ(title(), "No roofline is known for this run.");
  EXPECT_EQ(words(), "");
}

TEST_F(RooflineView, OtherEntriesOfTheSameKindStandBeside) {
  EXPECT_EQ(words().find("other entries"), std::string::npos);
  input_.entries.push_back({"naive", roofline_of(64'000, 64'000, 8000)});
  input_.entries.push_back({"integers", roofline_of(64'000, 64'000, 4000)});
  input_.entries.back().roofline.kind = analysis::OperationKind::integer;
  const std::string all = words();
  for (const char* wanted : {"tiled", "naive", "other entries", "memory: 16 bytes per cycle", "arithmetic: 256 per cycle"})
    EXPECT_NE(all.find(wanted), std::string::npos) << wanted << " in\n" << all;
  EXPECT_EQ(all.find("integers"), std::string::npos);
}

TEST_F(RooflineView, TwoRunsNextToEachOtherHaveTheSameAxes) {
  const std::vector<RooflineEntry> own = input_.entries,
                                   other{{"naive", roofline_of(64'000, 640'000, 9000)}, {"fast", roofline_of(64'000, 900, 300)}};
  const auto roof = [&](const std::vector<RooflineEntry>& entries, const std::vector<RooflineEntry>& beside) {
    input_.entries = entries;
    input_.beside = beside;
    std::vector<std::pair<float, float>> points;
    for (const Shape& shape : roofline_picture(input_, theme(ThemeName::dark), 700, 600).drawing.shapes)
      if (const auto* line = std::get_if<Line>(&shape); line != nullptr && line->width == 3)
        for (const Point& point : line->points) points.emplace_back(point.x, point.y);
    return points;
  };
  EXPECT_NE(roof(own, {}), roof(other, {}));
  EXPECT_EQ(roof(own, other), roof(other, own));
}

TEST_F(RooflineView, PointsAtOnePlaceShareALabel) {
  input_.entries.push_back({"same", roofline_of(64'000, 16'000, 2000)});
  EXPECT_NE(words().find("tiled, same"), std::string::npos) << words();
  const Picture picture = roofline_picture(input_, theme(ThemeName::dark), 1000, 600);
  ASSERT_EQ(picture.drawing.hot_spots.size(), 1u);
  EXPECT_NE(picture.drawing.hot_spots[0].tooltip.find("\nsame: 4 operations"), std::string::npos);
}

TEST_F(RooflineView, APointSaysItsNumbers) {
  const Picture picture = roofline_picture(input_, theme(ThemeName::dark), 1000, 600);
  ASSERT_EQ(picture.drawing.hot_spots.size(), 1u);
  EXPECT_EQ(picture.drawing.hot_spots[0].tooltip, "tiled: 4 operations per byte, 32 per cycle; the roof there is 64");
}

TEST_F(RooflineView, FitsItsSize) {
  input_.entries.push_back({"naive", roofline_of(64'000, 60'000, 4000)});
  input_.entries.push_back({"any-tile", roofline_of(64'000, 17'000, 2200)});
  for (const double bandwidth : {10.0, 64.0, 4000.0}) {  // where the roof bends: at the left, in the middle, at the right
    for (RooflineEntry& entry : input_.entries) entry.roofline.peaks.memory_bytes = bandwidth;
    for (const Size size : sizes())
      expect_tidy(roofline_picture(input_, theme(ThemeName::dark), size.width, size.height).drawing,
                  fmt::format("{} bytes per cycle, {} × {}", bandwidth, size.width, size.height));
  }
}

}  // namespace
}  // namespace warplens::view
