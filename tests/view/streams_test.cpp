#include <gtest/gtest.h>

#include "tests/view/layout.h"
#include "view/streams/streams_picture.h"

namespace warplens::view {
namespace {

using launch::StreamPhase, launch::StreamTimeline, launch::StreamWay;

/// A pipeline of `parts` parts in as many streams, 1 ms per task, and the same work serialised.
StreamsInput pipeline(std::uint32_t parts) {
  StreamsInput input;
  for (const StreamWay way : launch::stream_ways) {
    StreamTimeline timeline;
    timeline.way = way;
    timeline.streams = parts;
    timeline.issued_ms = 0.125;
    for (std::uint32_t part = 0; part < parts; ++part)
      for (std::uint32_t phase = 0; phase < 3; ++phase) {
        const double begin = way == StreamWay::own_streams ? part + phase : 3.0 * part + phase;
        const bool in_default = way == StreamWay::default_stream || (way == StreamWay::kernels_in_default && phase == 1);
        const double ready = phase == 0 && way == StreamWay::own_streams ? 0 : begin;
        timeline.tasks.push_back({static_cast<StreamPhase>(phase), part, in_default ? 0 : part + 1, ready, begin, begin + 1});
      }
    input.timelines.push_back(std::move(timeline));
  }
  return input;
}

TEST(StreamsPicture, is_tidy_at_every_size) {
  for (const ThemeName name : {ThemeName::dark, ThemeName::projector})
    for (const std::uint32_t parts : {1u, 4u, 8u})
      for (const auto& [width, height] : sizes())
        expect_tidy(streams_picture(pipeline(parts), theme(name), width, height).drawing, std::to_string(parts) + " parts");
}

/// A point in the middle row of a task's bar, found by its tooltip.
Point find(const Picture& picture, const std::string& words, float width, float height) {
  for (float y = 0; y < height; y += 2)
    for (float x = 0; x < width; x += 2)
      if (picture.under({x, y}).tooltip.starts_with(words)) return {x, y};
  return {-1, -1};
}

TEST(StreamsPicture, all_ways_share_an_axis_and_a_stream_has_a_row) {
  const Picture picture = streams_picture(pipeline(4), theme(ThemeName::dark), 900, 700);
  const Point first = find(picture, "Part 1 in stream 1: copy in, 0 to 1 ms, measured", 900, 700);
  const Point kernel = find(picture, "Part 1 in stream 1: kernel, 1 to 2 ms, measured", 900, 700);
  const Point later = find(picture, "Part 2 in stream 2: copy in, 1 to 2 ms, measured", 900, 700);
  const Point alone = find(picture, "Part 1 in the default stream: kernel, 1 to 2 ms, measured", 900, 700);
  for (const Point& each : {first, kernel, later, alone}) ASSERT_GE(each.x, 0);
  EXPECT_LT(first.x, kernel.x);
  EXPECT_NEAR(kernel.x, later.x, 2.1f);  // both start at 1 ms
  EXPECT_NEAR(kernel.x, alone.x, 2.1f);
  EXPECT_LT(alone.y, kernel.y);  // one variant below the other, and within a variant one stream below the other
  EXPECT_LT(kernel.y, later.y);
}

TEST(StreamsHeadline, says_what_the_streams_are_worth) {
  const Headline headline = streams_headline(pipeline(4), theme(ThemeName::dark));
  EXPECT_EQ(plain(headline.title), "4 streams: 6 ms; the default stream: 12 ms.");  // 4 + 2, and 4 · 3
  EXPECT_NE(plain(headline.detail).find("had returned after 0.125 ms"), std::string::npos);
  EXPECT_EQ(headline.origin, launch::Origin::measured);
}

TEST(StreamsPicture, says_why_there_is_nothing) {
  const StreamsInput nothing{{}, "the SIMT machine has no clock"};
  const Drawing drawing = streams_picture(nothing, theme(ThemeName::dark), 500, 400).drawing;
  expect_tidy(drawing, "nothing");
  const Headline headline = streams_headline(nothing, theme(ThemeName::dark));
  EXPECT_NE(plain(headline.detail).find("The SIMT machine has no clock."), std::string::npos);
  EXPECT_FALSE(headline.origin);
}

}  // namespace
}  // namespace warplens::view
