#include "view/caches/caches_picture.h"

#include <gtest/gtest.h>

#include <string>

// The memory hierarchy: bytes between its levels, and the sentence about what limits a launch.

namespace warplens::view {
namespace {

/// Loads of 1,900 sectors, 1,000 of them in L1; 600 of those that L2 was asked for it held. Stores of 500, atomics on 100.
launch::LaunchResult made_result() {
  launch::LaunchResult result;
  launch::Counters& counters = result.counters;
  counters.cycles = 1000;
  counters.global_loads = 500;
  counters.global_stores = 125;
  counters.global_atomics = 100;
  counters.load_sectors = 1900;
  counters.store_sectors = 500;
  counters.global_sectors = 1900 + 500 + 100;
  counters.load_bytes_asked = 64'000;
  counters.store_bytes_asked = 16'000;
  counters.l1_hit_sectors = 1000;
  counters.l2_hit_sectors = 600;
  counters.memory_sectors_read = 400;
  counters.memory_sectors_written = 550;
  result.utilisation.emplace();
  result.utilisation->device = "A100";
  result.utilisation->memory = 0.75;
  return result;
}

std::string words_of(const Drawing& drawing) {
  std::string words;
  for (const Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<Text>(&shape)) words += plain(text->spans) + "\n";
  return words;
}

TEST(Caches, TrafficIsInWholeSectorsBelowTheThreads) {
  const HierarchyTraffic traffic = hierarchy_traffic(made_result().counters);
  EXPECT_EQ(traffic.threads, (LevelTraffic{64'000, 16'000}));
  EXPECT_EQ(traffic.l1, (LevelTraffic{(900 + 100) * 32, (500 + 100) * 32}));
  EXPECT_EQ(traffic.l2, (LevelTraffic{400 * 32, 550 * 32}));
}

TEST(Caches, PictureSaysWhatEachLevelDid) {
  const launch::LaunchResult result = made_result();
  CachesInput input;
  input.subject.result = &result;
  const std::string words = words_of(caches_picture(input, theme(ThemeName::dark), 1000, 600).drawing);
  for (const char* wanted : {"725 requests of warps to global memory", "held 1,000 of 1,900 sectors (53 %)",
                             "held 600 of 1,000 sectors (60 %)", "read 400 sectors, wrote 550", "busy 75 %",
                             "64,000 bytes, 64.0 per cycle", "32,000 bytes, 32.0 per cycle", "17,600 bytes, 17.6 per cycle"})
    EXPECT_NE(words.find(wanted), std::string::npos) << wanted << " in\n" << words;
}

TEST(Caches, HeadlineSaysWhatLimits) {
  launch::LaunchResult result = made_result();
  CachesInput input;
  input.subject.result = &result;
  EXPECT_EQ(plain(caches_headline(input, theme(ThemeName::dark)).title), "Memory limits this launch.");
  EXPECT_EQ(caches_headline(input, theme(ThemeName::dark)).origin, launch::Origin::modelled);
  result.utilisation->memory = 0.1;
  EXPECT_EQ(plain(caches_headline(input, theme(ThemeName::dark)).title), "Latency limits this launch.");
  result.utilisation.reset();
  EXPECT_EQ(plain(caches_headline(input, theme(ThemeName::dark)).title), "No caches are modelled for this run.");
  EXPECT_TRUE(caches_picture(input, theme(ThemeName::dark), 500, 400).drawing.shapes.empty());
}

TEST(Caches, PictureFitsItsSize) {
  const launch::LaunchResult result = made_result();
  CachesInput input;
  input.subject.result = &result;
  const Drawing drawing = caches_picture(input, theme(ThemeName::dark), 500, 400).drawing;
  for (const Shape& shape : drawing.shapes) {
    if (const auto* text = std::get_if<Text>(&shape)) {
      EXPECT_LE(text->at.y, 400.0f) << plain(text->spans);
    }
  }
}

}  // namespace
}  // namespace warplens::view
