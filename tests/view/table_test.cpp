#include "view/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <set>
#include <vector>

#include "made_run.h"
#include "view/race/race_picture.h"
#include "view/steps/steps_picture.h"

namespace warplens::view {
namespace {

// A view as a contributor would add it: an input, a headline, a drawing and a row.

struct SampleInput {
  Subject subject;
  Target hover;
  bool operator==(const SampleInput&) const = default;
};

SampleInput sample_input(const Material& material) { return {material.subject, material.hover}; }

Headline sample_headline(const SampleInput& input, const Theme& theme) {
  return {{{number(static_cast<double>(input.subject.threads())) + " threads ran.", theme.text, Face::semibold}}, {}, {}};
}

Picture sample_picture(const SampleInput& input, const Theme& theme, float width, float height) {
  Picture picture;
  picture.drawing = {width, height, {Box{{0, 0, width, height}, 0, theme.good}}, {}};
  picture.under = [threads = input.subject.threads()](Point point) {
    HotSpot spot;
    spot.target.thread = static_cast<std::uint64_t>(point.x) % threads;
    return spot;
  };
  return picture;
}

void move_sample(const SampleInput&, const Theme&, Size, const Gesture& gesture, Navigation& navigation) {
  navigation.camera.zoom *= gesture.factor();
}

Row sample_row() {
  return {.name = "sample",
          .title = "Sample",
          .key = '-',
          .tooltip = "How many threads ran",
          .help = "sample: how many threads ran",
          .offered = [](const Features& features) { return features.matrix; },
          .needs = {},
          .input = made<sample_input>,
          .headline = said<sample_input, sample_headline>,
          .picture = drawn<sample_input, sample_picture>,
          .move = moved<sample_input, move_sample>};
}

TEST(Table, namesAndKeysAreUnique) {
  std::set<std::string_view> names;
  std::set<char> keys;
  for (const Row& row : table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(keys.insert(row.key).second) << row.key;
    EXPECT_TRUE(row.offered != nullptr && row.input != nullptr && row.headline != nullptr && row.picture != nullptr) << row.name;
    EXPECT_EQ(&row_of(row.name), &row);
  }
  EXPECT_EQ(find_row(table(), "no such view"), nullptr);
  EXPECT_EQ(
      view_names(),
      "mapping race histogram blocks schedulers lanes steps memory caches roofline matrix scene streams program values sweep");
}

TEST(Table, viewsAreOfferedByWhatTheExperimentHas) {
  const auto offered = [](const Features& features) {
    std::set<std::string_view> names;
    for (const Row& row : table())
      if (row.offered(features)) names.insert(row.name);
    return names;
  };
  EXPECT_EQ(offered({}), (std::set<std::string_view>{"mapping", "race", "histogram", "blocks", "schedulers", "lanes", "steps",
                                                     "memory", "caches", "roofline", "values", "sweep"}));
  EXPECT_TRUE(offered({.matrix = true}).contains("matrix"));
  EXPECT_TRUE(offered({.scene = true}).contains("scene"));
  EXPECT_TRUE(offered({.streams = true}).contains("streams"));
  EXPECT_TRUE(offered({.program = true}).contains("program"));
}

TEST(Table, aNewViewIsOneRow) {
  std::vector<Row> rows(table().begin(), table().end());
  rows.push_back(sample_row());
  const Row* row = find_row(rows, "sample");
  ASSERT_NE(row, nullptr);
  EXPECT_FALSE(row->offered({}));
  EXPECT_TRUE(row->offered({.matrix = true}));

  MadeRun run({2, 1, 1}, {32, 1, 1}, {0});
  run.finish();
  Material material;
  material.subject = run.subject();
  const Input input = row->input(material);
  EXPECT_EQ(plain(row->headline(input, theme(ThemeName::dark)).title), "64 threads ran.");

  const auto cells = make_raster_cell_painter();
  ScenePainter scene;
  const Picture picture = row->picture(input, theme(ThemeName::dark), {500, 400}, {*cells, scene});
  EXPECT_EQ(picture.drawing.shapes.size(), 1u);
  EXPECT_EQ(picture.under({70, 0}).target.thread, 6u);

  Navigation navigation;
  row->move(input, theme(ThemeName::dark), {500, 400}, {{}, {}, 1}, navigation);
  EXPECT_GT(navigation.camera.zoom, 1);
}

TEST(Table, inputsAreEqualWhereTheirPicturesAre) {
  MadeRun run({1, 1, 1}, {32, 1, 1}, {0});
  run.read(1, 2, 0, 0, 0);
  run.finish();
  Tables tables;
  tables.map = run.map();
  tables.history = run.history();
  Material material;
  material.subject = run.subject();
  material.tables = &tables;
  material.map = &tables.map;
  const Row &race = row_of("race"), &mapping = row_of("mapping");
  const Input before = race.input(material);
  EXPECT_EQ(before, race.input(material));
  EXPECT_NE(before, mapping.input(material)) << "of another view";
  EXPECT_NE(before, Input());
  EXPECT_EQ(Input(), Input());
  const Input mapped = mapping.input(material);

  material.navigation.timeline.first_row = 1;
  EXPECT_NE(before, race.input(material));
  EXPECT_EQ(mapped, mapping.input(material)) << "which has no rows";
  material.navigation.timeline.first_row = 0;
  material.hover.thread = 3;
  EXPECT_NE(before, race.input(material));
  EXPECT_NE(mapped, mapping.input(material));
  material.hover = {};
  material.subject.version = 2;
  EXPECT_NE(before, race.input(material));
}

TEST(Steps, laneRangesNameRunsOfLanes) {
  EXPECT_EQ(lane_ranges(0xffffffff), "0–31");
  EXPECT_EQ(lane_ranges(0b1011), "0–1, 3");
  EXPECT_EQ(lane_ranges(0x80000000), "31");
  EXPECT_EQ(lane_ranges(0), "");
  EXPECT_EQ(lane_ranges(0x55555555), "0, 2 … 30");
  EXPECT_EQ(lane_ranges(0xaaaaaaaa), "1, 3 … 31");
  EXPECT_EQ(lane_ranges(0b10101), "0, 2, 4");
  EXPECT_EQ(lane_ranges(0b110101010), "1, 3, 5, 7–8");
  EXPECT_EQ(lanes_words(1), "lane 0");
  EXPECT_EQ(lanes_words(3), "lanes 0–1");
}

TEST(Steps, anAbsentWarpsBlockHasEndedOrNotStarted) {
  auto moment = std::make_shared<SteppedMoment>();
  moment->warp = 5;  // of block 2
  moment->blocks_started = 2;
  StepsInput input;
  input.subject.block = {64, 1, 1};
  input.moment = moment;
  EXPECT_EQ(absence_words(input), "It is on no multiprocessor: its block has not started yet.");
  moment->blocks_started = 3;
  EXPECT_EQ(absence_words(input), "It is on no multiprocessor: its block has ended.");
}

TEST(Steps, registersAreShownByTheirTypes) {
  launch::RegisterAt at{.name = "%r1", .type = ptx::Type::b32};
  at.bits[3] = 0xfffffff9;  // −7 in 32 bits
  EXPECT_EQ(register_text(at, 3), "-7");
  EXPECT_EQ(register_text(at, 0), "0");
  at.type = ptx::Type::b64;
  at.bits[0] = 0x7f0000000010;
  EXPECT_EQ(register_text(at, 0), "0x7f0000000010");
  at.type = ptx::Type::f32;
  at.bits[0] = std::bit_cast<std::uint32_t>(0.25f);
  EXPECT_EQ(register_text(at, 0), "0.25");
  at.type = ptx::Type::pred;
  at.bits[0] = 1;
  EXPECT_EQ(register_text(at, 0), "true");
}

/// A warp in which half of the lanes wait, with one register.
Material stepped(std::uint64_t step) {
  auto moment = std::make_shared<SteppedMoment>();
  moment->step = step;
  moment->length = 12;
  for (std::uint32_t warp = 0; warp < 40; ++warp)
    moment->warps.push_back(
        {warp,
         warp,
         0,
         true,
         0,
         {{0, 0xffff, 0, launch::LanesAt::Waits::not_at_all}, {1, 0xffff0000, 0, launch::LanesAt::Waits::for_block}}});
  moment->warp = 37;
  moment->registers.resize(1);
  moment->registers[0].name = "%r1";
  moment->registers[0].type = ptx::Type::b32;
  moment->written = {0xffff};
  moment->next = {{"add.s32 %r1, %r1, 1", 7}, {"bar.sync 0", 9}};
  moment->last = launch::Step{37, 0, 0xffff};
  moment->last_instruction = {"mov.u32 %r1, 0", 6};
  Material material;
  material.moment = std::move(moment);
  return material;
}

TEST(Steps, theChosenWarpComesIntoSightAndIsUnderThePointer) {
  MadeRun run({40, 1, 1}, {32, 1, 1}, {0});
  Material material = stepped(3);
  material.subject = run.subject();
  run.finish();
  const Row& steps = row_of("steps");
  const Theme& dark = theme(ThemeName::dark);
  Input input = steps.input(material);
  EXPECT_EQ(plain(steps.headline(input, dark).title), "Step 3 of 12.");
  EXPECT_EQ(plain(steps.headline(input, dark).detail),
            "Block 37, warp 0 did mov.u32 %r1, 0 with 16 lanes, line 6. Lanes 16–31 idled.");
  const Size size{1000, 500};
  steps.follow(input, dark, size, material.navigation);
  EXPECT_GT(material.navigation.timeline.first_row, 20u);
  input = steps.input(material);
  const auto cells = make_raster_cell_painter();
  ScenePainter scene;
  const Picture picture = steps.picture(input, dark, size, {*cells, scene});
  const auto shows = [&](const std::string& words) {
    return std::ranges::any_of(picture.drawing.shapes, [&](const Shape& shape) {
      const auto* text = std::get_if<Text>(&shape);
      return text != nullptr && plain(text->spans).find(words) != std::string::npos;
    });
  };
  EXPECT_TRUE(shows("%r1"));
  EXPECT_TRUE(shows("lanes 16–31 · line 9 · wait at the block's barrier at"));
  const bool chosen = std::ranges::any_of(picture.drawing.hot_spots, [&](const HotSpot& spot) {
    return spot.target.warp == 37 && picture.under({spot.at.x + 1, spot.at.y + 1}).target == spot.target;
  });
  EXPECT_TRUE(chosen);
  const std::size_t before = material.navigation.timeline.first_row;
  steps.move(input, dark, size, {{10, 100}, {}, 1}, material.navigation);
  EXPECT_LT(material.navigation.timeline.first_row, before);
}

}  // namespace
}  // namespace warplens::view
