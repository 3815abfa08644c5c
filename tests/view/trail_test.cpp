#include "view/drawing/trail.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "tests/view/made_run.h"
#include "view/mapping/mapping_picture.h"

// The way of an answer through a picture.

namespace warplens::view {
namespace {

std::vector<std::string> labels(const Drawing& drawing) {
  std::vector<std::string> found;
  for (const Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<Text>(&shape)) found.push_back(plain(text->spans));
  return found;
}

std::size_t lines(const Drawing& drawing) {
  std::size_t count = 0;
  for (const Shape& shape : drawing.shapes) count += std::holds_alternative<Line>(shape) ? 1 : 0;
  return count;
}

Target of_thread(std::uint64_t thread) {
  Target target;
  target.thread = thread;
  return target;
}

TEST(Trail, StopsAtOnePlaceShareADisc) {
  const Rectangle a{10, 20, 30, 10}, b{100, 50, 30, 10};
  const Drawing drawing = trail({{a, ""}, {b, "1"}, {a, "2"}, {b, "3"}}, theme(ThemeName::dark), 400);
  EXPECT_EQ(labels(drawing), (std::vector<std::string>{"2", "1, 3"}));
  EXPECT_EQ(lines(drawing), 6u) << "three ways, each with a halo";
  EXPECT_TRUE(trail({}, theme(ThemeName::dark), 400).shapes.empty());
}

TEST(Trail, ItsDiscsStayInThePicture) {
  const Drawing drawing = trail({{{380, -5, 30, 10}, "1"}}, theme(ThemeName::light), 400);
  for (const Shape& shape : drawing.shapes)
    if (const auto* box = std::get_if<Box>(&shape)) {
      EXPECT_GE(box->at.y, 0);
      EXPECT_LE(box->at.x + box->at.width, 400);
    }
}

TEST(Trail, AHotSpotOfAStepIsThatMomentOnly) {
  Drawing drawing;
  Target moment = of_thread(3), other = of_thread(3);
  moment.step = 17;
  other.step = 18;
  drawing.hot_spots = {{{0, 0, 5, 5}, other, ""}, {{9, 9, 5, 5}, moment, ""}, {{20, 0, 5, 5}, of_thread(4), ""}};
  const Picture picture = with_hot_spots(std::move(drawing));
  ASSERT_TRUE(place_of(picture, moment));
  EXPECT_EQ(place_of(picture, moment)->x, 9);
  Target later = of_thread(3);
  later.step = 99;
  EXPECT_FALSE(place_of(picture, later));
  ASSERT_TRUE(place_of(picture, of_thread(4)));
  EXPECT_FALSE(place_of(picture, {}));
}

TEST(Trail, TheMappingDrawsAThreadWhereThePointerFindsIt) {
  MadeRun run({3, 1, 1}, {40, 1, 1}, std::vector<std::int32_t>(200, 1));
  run.finish(10);
  const analysis::AccessMap map = run.map();
  MappingInput input;
  input.subject = run.subject();
  input.map = &map;
  const auto cells = make_raster_cell_painter();
  const Picture picture = mapping_picture(input, theme(ThemeName::dark), 900, 600, *cells);
  for (std::uint64_t number = 0; number < 200; number += 7) {
    Target element;
    element.element = number;
    for (const Target& target : {of_thread(number), element}) {
      const auto place = place_of(picture, target);
      ASSERT_EQ(place.has_value(), target.thread == Target::none || number < 120) << number;
      if (!place) continue;
      EXPECT_EQ(picture.under({place->x + place->width / 2, place->y + place->height / 2}).target, target) << number;
    }
  }
}

}  // namespace
}  // namespace warplens::view
