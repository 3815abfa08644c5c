#include <gtest/gtest.h>

#include <cmath>

#include "tests/view/layout.h"
#include "tests/view/made_run.h"
#include "view/race/race_picture.h"
#include "view/race/race_rows.h"

namespace warplens::view {
namespace {

/// Three blocks of one thread: 0 and 1 both read 0 before either writes, 2 runs later. The counter ends at 2 instead of 3.
struct LostUpdate {
  LostUpdate() : run({3, 1, 1}, {1, 1, 1}, {2}) {
    run.read(10, 110, 0, 0, 0);
    run.read(12, 112, 1, 0, 0);
    run.write(120, 220, 0, 0, 1);
    run.write(130, 230, 1, 0, 1);
    run.read(300, 400, 2, 0, 1);
    run.write(410, 510, 2, 0, 2);
    run.finish(600);
    history = run.history();
  }
  RaceInput input() const {
    RaceInput input;
    input.subject = run.subject(expected);
    input.history = &history;
    return input;
  }
  MadeRun run;
  std::vector<double> expected{3};
  analysis::ElementHistory history;
};

TEST(RaceHeadline, SaysWhatWasLost) {
  const LostUpdate lost;
  const Headline headline = race_headline(lost.input(), theme(ThemeName::dark));
  EXPECT_EQ(plain(headline.title), "3 threads each added 1. The counter says 2.");
  EXPECT_EQ(plain(headline.detail), "1 update was lost: 2 of 3 warps read 0 before any warp had written.");
  EXPECT_EQ(headline.origin, launch::Origin::counted);
  EXPECT_EQ(headline.title[1].colour, theme(ThemeName::dark).wrong);
}

TEST(RaceHeadline, RecordsOfAGpuShowAtLeastThatManyLostUpdates) {
  const LostUpdate lost;
  RaceInput input = lost.input();
  launch::LaunchResult of_a_gpu = *input.subject.result;
  of_a_gpu.modelled = false;
  input.subject.result = &of_a_gpu;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).detail),
            "At least 1 update was lost: 2 of 3 warps read 0 before any warp had written.");
}

TEST(RaceHeadline, FollowsTheScrubbedPlace) {
  const LostUpdate lost;
  RaceInput input = lost.input();
  input.steps = 0;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title), "0 of 3 threads have added 1. The counter says 0.");
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).detail), "Nothing has been written yet.");
  input.steps = 3;  // both have read, the first has written
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title), "1 of 3 threads has added 1. The counter says 1.");
  EXPECT_NE(plain(race_headline(input, theme(ThemeName::dark)).detail).find("Nothing has been lost so far"), std::string::npos);
  input.steps = 4;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title), "2 of 3 threads have added 1. The counter says 1.");
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).detail), "1 update was lost so far.");
}

TEST(RaceHeadline, AtomicLosesNothing) {
  MadeRun run({3, 1, 1}, {1, 1, 1}, {3});
  for (std::uint32_t k = 0; k < 3; ++k) run.atomic(10 * k, 10 * k + 100, k, 0, k, k + 1);
  run.finish();
  const auto history = run.history();
  RaceInput input;
  const std::vector<double> expected{3};
  input.subject = run.subject(expected);
  input.history = &history;
  const Headline headline = race_headline(input, theme(ThemeName::dark));
  EXPECT_EQ(plain(headline.title), "3 threads each added 1. The counter says 3.");
  EXPECT_EQ(plain(headline.detail), "Nothing was lost: each atomic addition started from what the one before had left.");
  EXPECT_EQ(headline.title[1].colour, theme(ThemeName::dark).good);
}

TEST(RaceHeadline, PlainAdditionsInOrderLoseNothing) {
  MadeRun run({2, 1, 1}, {1, 1, 1}, {2});
  run.read(0, 100, 0, 0, 0);
  run.write(110, 200, 0, 0, 1);
  run.read(300, 400, 1, 0, 1);
  run.write(410, 500, 1, 0, 2);
  run.finish();
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  input.history = &history;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).detail),
            "Nothing was lost: no thread wrote over a value it had not seen.");
}

TEST(RaceHeadline, RecordsOfAGpuDoNotProveThatNothingWasLost) {
  MadeRun run({2, 1, 1}, {1, 1, 1}, {2});
  run.read(0, 100, 0, 0, 0);
  run.write(110, 200, 0, 0, 1);
  run.read(300, 400, 1, 0, 1);
  run.write(410, 500, 1, 0, 2);
  run.finish();
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  launch::LaunchResult of_a_gpu = *input.subject.result;
  of_a_gpu.modelled = false;
  input.subject.result = &of_a_gpu;
  input.history = &history;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).detail),
            "No update was seen to be lost: as recorded, no thread wrote over a value it had not seen.");
}

TEST(RaceHeadline, UnevenWritesAreNotCalledAdditions) {
  MadeRun run({2, 1, 1}, {1, 1, 1}, {7});
  run.write(1, 100, 0, 0, 5);
  run.write(2, 100, 1, 0, 7);
  run.finish();
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  input.history = &history;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title), "2 threads wrote it. The counter says 7.");
}

TEST(RaceHeadline, UnevenAdditionsSayWhatTheyShouldComeTo) {
  MadeRun run({2, 1, 1}, {1, 1, 1}, {7});
  run.read(1, 50, 0, 0, 0);
  run.read(2, 60, 1, 0, 0);
  run.write(100, 200, 0, 0, 5);
  run.write(110, 210, 1, 0, 7);
  run.finish();
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  input.history = &history;
  const std::vector<double> expected{12};
  input.subject.expected = expected;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title), "2 threads each updated it. The counter says 7, not 12.");

  // Floats are compared with the reference's tolerance; those that differ are said with the digits that differ.
  const std::vector<double> close{7.0000001};
  input.subject.expected = close;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title),
            "2 threads each updated it. The counter says 7, not 7.0000001.");
  input.tolerance = 1e-6;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title), "2 threads each updated it. The counter says 7.");
}

TEST(RaceHeadline, NobodyWroteAndNothingRecorded) {
  MadeRun run({1, 1, 1}, {1, 1, 1}, {0});
  run.finish();
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  input.history = &history;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).title), "No thread wrote it. The counter says 0.");
}

TEST(RaceAxis, ARunWithoutTimeModelsNothing) {
  LostUpdate lost;
  Subject subject = lost.input().subject;
  EXPECT_EQ(cycles_name(subject), "cycle · modelled");
  subject.timed = false;
  EXPECT_EQ(cycles_name(subject), "step · counted");
}

TEST(RaceHeadline, AFaultIsNotHidden) {
  LostUpdate lost;
  launch::LaunchResult faulted = *lost.input().subject.result;
  faulted.outcome = launch::Outcome::faulted;
  faulted.fault = launch::Fault{};
  faulted.fault->kind = launch::FaultKind::out_of_bounds;
  faulted.fault->message = "write of 4 bytes at element 9 of counter, which has 1";
  RaceInput input = lost.input();
  input.subject.result = &faulted;
  const Headline headline = race_headline(input, theme(ThemeName::dark));
  EXPECT_EQ(plain(headline.title), "A thread reached outside its buffer.");
  EXPECT_EQ(plain(headline.detail), "Write of 4 bytes at element 9 of counter, which has 1.");
}

TEST(RaceRows, VerdictsAndStories) {
  const LostUpdate lost;
  const RaceInput input = lost.input();
  const std::vector<RaceRow> rows = make_race_rows(input);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(verdict(input, rows[0]).words, "0 → 1: lost later");
  EXPECT_FALSE(verdict(input, rows[0]).good);
  EXPECT_EQ(verdict(input, rows[1]).words, "1 → 1");
  EXPECT_EQ(verdict(input, rows[2]).words, "1 → 2");
  EXPECT_TRUE(verdict(input, rows[2]).good);
  EXPECT_EQ(added(rows[2].marks[0]), "+1");
  RaceInput hovered = input;
  hovered.hover.step = 3;
  EXPECT_EQ(plain(race_moment(hovered, theme(ThemeName::dark))),
            "Block 1, warp 0 had read 0. When it wrote 1, 1 stood there already: block 0, warp 0 had written it 10 cycles "
            "before. Nothing of "
            "it was lost.");
  hovered.subject.timed = false;
  EXPECT_NE(plain(race_moment(hovered, theme(ThemeName::dark))).find("10 steps before"), std::string::npos);
}

TEST(RaceRows, ScrubbingShowsOnlyThePast) {
  const LostUpdate lost;
  RaceInput input = lost.input();
  input.steps = 3;
  const std::vector<RaceRow> rows = make_race_rows(input);
  EXPECT_EQ(verdict(input, rows[0]).words, "0 → 1");  // not lost yet
  EXPECT_EQ(verdict(input, rows[1]).words, "");
  EXPECT_EQ(verdict(input, rows[2]).words, "");
}

TEST(RaceRows, LanesOfAWarpAreOneMark) {
  MadeRun run({1, 1, 1}, {32, 1, 1}, {1});
  const std::vector<std::uint64_t> element(32, 0), zero(32, 0), one(32, 1);
  run.access(trace::AccessKind::read, 5, 100, 0, ~0u, element, zero);
  run.access(trace::AccessKind::write, 110, 200, 0, ~0u, element, one);
  run.finish();
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  input.history = &history;
  const std::vector<RaceRow> rows = make_race_rows(input);
  ASSERT_EQ(rows.size(), 1u);
  ASSERT_EQ(rows[0].marks.size(), 1u);
  EXPECT_EQ(rows[0].marks[0].lanes, 32u);
  EXPECT_EQ(verdict(input, rows[0]).words, "0 → 1: 31 of 32 lost");
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).detail),
            "31 updates were lost: the threads of the warp read together, before any of them had written.");
}

TEST(RaceRows, SayWhichUpdatesWereLostOnlyLater) {
  MadeRun run({2, 1, 1}, {32, 1, 1}, {1});
  const std::vector<std::uint64_t> element(32, 0), zero(32, 0), one(32, 1);
  for (std::uint32_t warp = 0; warp < 2; ++warp) run.access(trace::AccessKind::read, 5 + warp, 100, warp, ~0u, element, zero);
  for (std::uint32_t warp = 0; warp < 2; ++warp) run.access(trace::AccessKind::write, 110 + warp, 200, warp, ~0u, element, one);
  run.finish();
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  input.history = &history;
  // After its own write memory holds the last lane's update; the other warp's write replaces that one too.
  input.steps = 3;
  EXPECT_EQ(verdict(input, make_race_rows(input)[0]).words, "0 → 1: 31 of 32 lost");
  input.steps = 4;
  EXPECT_EQ(verdict(input, make_race_rows(input)[0]).words, "0 → 1: 31 lost at once, 1 later");
  EXPECT_EQ(verdict(input, make_race_rows(input)[1]).words, "writes 1 over 1: 31 of 32 lost");
  input.hover.step = 2;
  EXPECT_NE(plain(race_moment(input, theme(ThemeName::dark)))
                .find("All 32 updates are lost. 31 were lost at once; memory held the other until block 1, warp 0 wrote without "
                      "having seen it."),
            std::string::npos);
}

/// `warps` warps with `rounds` updates each; rounds start 1,000 cycles apart, warps 3 cycles apart.
MadeRun many(std::uint32_t warps, std::uint32_t rounds, std::int32_t start, bool atomic) {
  MadeRun run({warps, 1, 1}, {32, 1, 1}, {start});
  std::uint64_t value = static_cast<std::uint32_t>(start);
  const std::vector<std::uint64_t> element(32, 0);
  for (std::uint32_t round = 0; round < rounds; ++round)
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      const std::uint64_t cycle = round * 1000 + warp * 3;
      if (atomic) {
        run.atomic(cycle, cycle + 250, warp, 0, value, value + 1);
      } else {
        const std::vector<std::uint64_t> old(32, value), now(32, value + 1);
        run.access(trace::AccessKind::read, cycle, cycle + 200, warp, ~0u, element, old);
        run.access(trace::AccessKind::write, cycle + 204, cycle + 400, warp, ~0u, element, now);
      }
      value = (value + 1) & 0xffffffffu;
    }
  run.finish(rounds * 1000 + 5000);
  return run;
}

TEST(RacePicture, TidyAtEverySize) {
  const std::vector<double> results_racy{6, 7, 7, 8, 12}, results_atomic(100, 1024.0), wild{-2e9, 0.25, 3e9};
  const analysis::Distribution racy = analysis::distribution(results_racy), atomic = analysis::distribution(results_atomic),
                               extreme = analysis::distribution(wild), none{};
  const std::vector<double> expected{1024};
  struct Case {
    const char* name;
    std::uint32_t warps, rounds;
    std::int32_t start;
    bool atomic;
  };
  for (const Case& c :
       {Case{"one", 1, 1, 0, false}, Case{"many rows", 1024, 1, 0, false}, Case{"huge numbers", 40, 2, 2000000000, false},
        Case{"atomic", 64, 1, 1999999999, true}, Case{"loops", 4, 300, 0, false}, Case{"empty", 1, 0, 0, false}}) {
    const MadeRun run = many(c.warps, c.rounds, c.start, c.atomic);
    const auto history = run.history();
    RaceInput input;
    input.subject = run.subject(expected);
    input.history = &history;
    for (const Size& size : sizes())
      for (const int outcomes : {0, 1, 2, 5})
        for (const bool scrubbed : {false, true}) {
          input.outcomes.clear();
          if (outcomes > 0) input.outcomes.push_back({"racy", &racy});
          if (outcomes > 1) input.outcomes.push_back({"atomic", &atomic});
          if (outcomes > 2)
            input.outcomes.insert(input.outcomes.end(), {{"an entry with a long name", &extreme}, {"none", &none}, {"e", &racy}});
          input.steps = scrubbed ? run.subject().result->trace.steps.size() / 2 : ~std::uint64_t{0};
          input.hover.thread = scrubbed ? 0 : Target::none;
          for (const auto& [zoom, pan] : {std::pair{1.0f, 0.0f}, {7.5f, 0.4f}, {1e6f, 2.0f}}) {
            input.zoom = zoom;
            input.pan = pan;
            input.first_row = zoom > 1 ? 1000 : 0;
            const Picture picture = race_picture(input, theme(ThemeName::dark), size.width, size.height);
            expect_tidy(picture.drawing, std::string(c.name) + " " + std::to_string(size.width) + "×" +
                                             std::to_string(size.height) + " outcomes " + std::to_string(outcomes) + " zoom " +
                                             std::to_string(zoom));
            if (testing::Test::HasFailure()) return;
          }
        }
  }
}

TEST(RacePicture, TheLegendHasTheSignsThatAreDrawn) {
  const auto legend = [](std::uint64_t apart) {  // a few steps from start to end, or so many that marks are dense
    MadeRun run({2, 1, 1}, {1, 1, 1}, {2});
    run.read(2, 3, 0, 0, 0);
    run.write(6, 7, 0, 0, 1);
    run.read(apart, apart + 1, 1, 0, 1);
    run.write(apart + 4, apart + 5, 1, 0, 2);
    run.finish();
    const auto history = run.history();
    RaceInput input;
    input.subject = run.subject();
    input.history = &history;
    return race_picture(input, dark(), 800, 400).drawing;
  };
  EXPECT_TRUE(says(legend(10), "read asked"));
  EXPECT_TRUE(says(legend(10), "write complete"));
  EXPECT_FALSE(says(legend(5000), "read asked"));
  EXPECT_TRUE(says(legend(5000), "value arrives"));
}

TEST(RacePicture, MarksAnswerThePointer) {
  const LostUpdate lost;
  RaceInput input = lost.input();
  const Picture picture = race_picture(input, theme(ThemeName::dark), 1054, 790);
  std::vector<bool> found(6, false);
  for (const HotSpot& spot : picture.drawing.hot_spots) {
    if (spot.target.step == Target::none) continue;
    ASSERT_LT(spot.target.step, 6u);
    found[spot.target.step] = true;
    const HotSpot under = picture.under({spot.at.x + spot.at.width / 2, spot.at.y + spot.at.height / 2});
    EXPECT_NE(under.target.step, Target::none);
    EXPECT_EQ(under.target.thread, spot.target.thread);
  }
  EXPECT_EQ(found, std::vector<bool>(6, true));
  EXPECT_TRUE(picture.under({-5, -5}).target.empty());
}

TEST(RacePicture, EightWarpsAreVisibleInASmallWindow) {
  const std::vector<double> results(100, 7.0), expected{1024};
  const analysis::Distribution distribution = analysis::distribution(results);
  const MadeRun run = many(32, 1, 0, false);
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject(expected);
  input.history = &history;
  input.outcomes = {{"racy", &distribution}, {"atomic", &distribution}, {"warp", &distribution}, {"block", &distribution}};
  // What a window of 1280 × 720 leaves to the picture, in the dark theme and for the projector.
  for (const Size& size : {Size{584, 430}, Size{584, 400}, Size{630, 400}, Size{500, 336}})
    EXPECT_GE(race_rows_visible(input, theme(ThemeName::dark), size.width, size.height), 8u) << size.height;
}

TEST(RacePicture, ABarSaysWhatItsRunsGave) {
  std::vector<double> results;
  for (int k = 0; k < 100; ++k) results.push_back(2 + k % 8);
  const std::vector<double> expected{1024};
  const analysis::Distribution distribution = analysis::distribution(results);
  const MadeRun run = many(8, 1, 0, false);
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject(expected);
  input.history = &history;
  input.outcomes = {{"racy", &distribution}};
  for (const float width : {584.0f, 1100.0f, 2000.0f}) {
    std::vector<std::string> said;
    for (const HotSpot& spot : race_picture(input, theme(ThemeName::dark), width, 700).drawing.hot_spots)
      if (spot.tooltip.starts_with("racy: ") && spot.tooltip.find("gave") != std::string::npos) said.push_back(spot.tooltip);
    ASSERT_FALSE(said.empty()) << width;
    const std::string& first = said.front();
    EXPECT_EQ(first.substr(first.find(" gave ")).substr(0, 7), " gave 2") << first;
    EXPECT_TRUE(said.back().ends_with("9")) << said.back();
  }
}

TEST(RacePicture, ResultsThatDifferInTheirLastDigitsLieApart) {
  const std::vector<double> results{4969.40869, 4969.41357, 4969.41113, 4969.40869}, expected{4969.41};
  const analysis::Distribution distribution = analysis::distribution(results);
  const MadeRun run = many(8, 1, 0, false);
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject(expected);
  input.history = &history;
  input.outcomes = {{"sum", &distribution}};
  const Picture picture = race_picture(input, theme(ThemeName::dark), 1100, 700);
  EXPECT_TRUE(says(picture.drawing, "4969.40869 to 4969.41357"));
  std::vector<float> at;
  for (const HotSpot& spot : picture.drawing.hot_spots)
    if (spot.tooltip.starts_with("sum: ")) at.push_back(spot.at.x);
  ASSERT_EQ(at.size(), 3u);
  EXPECT_GT(std::ranges::max(at) - std::ranges::min(at), 300) << "over most of the axis";
}

TEST(RaceHeadline, AWriteWithoutAReadIsNoUpdate) {
  MadeRun run({2, 1, 1}, {1, 1, 1}, {0});
  run.write(10, 110, 0, 0, 7);
  run.finish(300);
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  input.history = &history;
  EXPECT_EQ(plain(race_headline(input, theme(ThemeName::dark)).detail), "Nothing was lost: it was written once.");
}

TEST(RacePicture, TheWheelScrollsRowsThatDoNotFit) {
  const MadeRun run = many(32, 1, 0, false);
  const auto history = run.history();
  RaceInput input;
  input.subject = run.subject();
  input.history = &history;
  const Size size{584, 430};
  Navigation navigation;
  const auto turn = [&](float y, float wheel, bool zooms) {
    input.first_row = navigation.timeline.first_row;
    move_race(input, theme(ThemeName::dark), size, {{300, y}, {}, wheel, zooms}, navigation);
  };
  turn(60, -1, false);
  EXPECT_EQ(navigation.timeline.first_row, 3u);
  EXPECT_EQ(navigation.timeline.zoom, 1);
  turn(60, 1, false);
  EXPECT_EQ(navigation.timeline.first_row, 0u);
  turn(60, 1, true);
  EXPECT_EQ(navigation.timeline.first_row, 0u);
  EXPECT_GT(navigation.timeline.zoom, 1);
  turn(60, -1, true);
  turn(size.height - 30, 1, false);  // below the rows
  EXPECT_EQ(navigation.timeline.first_row, 0u);
  EXPECT_GT(navigation.timeline.zoom, 1);
  turn(60, -1000, false);
  EXPECT_EQ(navigation.timeline.first_row, 32 - race_rows_visible(input, theme(ThemeName::dark), size.width, size.height));
}

TEST(RacePicture, ZoomKeepsThePointInPlace) {
  const LostUpdate lost;
  const RaceInput input = lost.input();
  Navigation navigation;
  const auto turn = [&](float wheel) {
    move_race(input, theme(ThemeName::dark), {1054, 790}, {{500, 100}, {}, wheel}, navigation);
  };
  const auto drag = [&](float x) { move_race(input, theme(ThemeName::dark), {1054, 790}, {{500, 100}, {x, 0}, 0}, navigation); };
  turn(5);
  const float zoom = navigation.timeline.zoom, before = navigation.timeline.pan;
  EXPECT_NEAR(zoom, std::pow(1.2f, 5.0f), 1e-4);
  EXPECT_GT(before, 0);
  drag(1e6f);
  EXPECT_FLOAT_EQ(navigation.timeline.pan, 0);
  drag(-1e6f);
  EXPECT_FLOAT_EQ(navigation.timeline.pan, 1 - 1 / zoom);
  navigation.timeline.pan = before;
  turn(-5);
  EXPECT_NEAR(navigation.timeline.zoom, 1, 1e-5);
  EXPECT_NEAR(navigation.timeline.pan, 0, 1e-5);
}

}  // namespace
}  // namespace warplens::view
