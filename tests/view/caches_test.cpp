#include "view/caches/caches_picture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/view/layout.h"
#include "trace/recorder.h"
#include "view/material.h"

// The memory hierarchy: bytes between its levels, and the sentence about what limits a launch.

namespace warplens::view {
namespace {

/// Loads of 1,900 sectors, 1,000 of them in L1; 600 of those that L2 was asked for it held. Stores of 500, atomics on 100.
struct MadeLaunch {
  MadeLaunch() {
    result.counters.cycles = 1000;
    result.utilisation.emplace();
    result.utilisation->device = "A100";
    result.utilisation->memory = 0.75;
    result.utilisation->latencies = {29, 38, 262, 466};
    result.occupancy.emplace();
    result.occupancy->registers_per_thread = 40;
    input.subject.result = &result;
    input.hierarchy = {.shared = {8'000, 4'000},
                       .l1 = {64'000, 16'000},
                       .l2 = {(900 + 100) * 32, (500 + 100) * 32},
                       .memory = {400 * 32, 550 * 32},
                       .global_requests = 725,
                       .shared_requests = 90,
                       .conflicts = 30,
                       .loaded_sectors = 1900,
                       .l1_hits = 1000,
                       .l2_sectors = 1000,
                       .l2_hits = 600};
  }
  launch::LaunchResult result;
  CachesInput input;
};

std::string words_of(const Drawing& drawing) {
  std::string words;
  for (const Shape& shape : drawing.shapes)
    if (const auto* text = std::get_if<Text>(&shape)) words += plain(text->spans) + "\n";
  return words;
}

TEST(Caches, PictureSaysWhatEachLevelDid) {
  const MadeLaunch made;
  const std::string words = words_of(caches_picture(made.input, theme(ThemeName::dark), 1000, 600).drawing);
  for (const char* wanted :
       {"815 requests of warps: 725 to global, 90 to shared memory", "40 per thread", "90 requests, 30 bank conflicts",
        "held 1,000 of 1,900 sectors (53 %)", "held 600 of 1,000 sectors (60 %)", "read 400 sectors, wrote 550", "busy 75 %",
        "466 cycles", "read 8,000 bytes, 8.0 bytes per cycle", "read 64,000 bytes, 64.0 bytes per cycle",
        "read 32,000 bytes, 32.0 bytes per cycle", "written 17,600 bytes, 17.6 bytes per cycle"})
    EXPECT_NE(words.find(wanted), std::string::npos) << wanted << " in\n" << words;
}

TEST(Caches, HeadlineSaysWhatLimits) {
  MadeLaunch made;
  EXPECT_EQ(plain(caches_headline(made.input, theme(ThemeName::dark)).title), "Memory limits this launch.");
  EXPECT_EQ(caches_headline(made.input, theme(ThemeName::dark)).origin, launch::Origin::modelled);
  made.result.utilisation->memory = 0.1;
  EXPECT_EQ(plain(caches_headline(made.input, theme(ThemeName::dark)).title), "Latency limits this launch.");
  made.result.utilisation.reset();
  EXPECT_EQ(plain(caches_headline(made.input, theme(ThemeName::dark)).title), "No caches are modelled for this run.");
  EXPECT_TRUE(caches_picture(made.input, theme(ThemeName::dark), 500, 400).drawing.shapes.empty());
}

TEST(Caches, TheLineUnderThePointerTakesTheLaunchsPlace) {
  const MadeLaunch made;
  Tables tables;
  tables.hierarchy = made.input.hierarchy;
  Material material;
  material.tables = &tables;
  material.subject = made.input.subject;
  const std::vector<analysis::LineHierarchy> lines{{12,
                                                    {.l1 = {128, 0},
                                                     .l2 = {64, 0},
                                                     .writes_known = false,
                                                     .global_requests = 1,
                                                     .loaded_sectors = 4,
                                                     .l1_hits = 2,
                                                     .l2_sectors = 2,
                                                     .l2_hits = 1,
                                                     .waited = 466}}};
  tables.line_hierarchies = lines;
  EXPECT_EQ(caches_input(material).of, HierarchyOf::launch);
  material.hover.line = 11;
  EXPECT_EQ(caches_input(material).of, HierarchyOf::launch) << "it accesses no memory";
  material.hover.line = 12;
  const CachesInput input = caches_input(material);
  ASSERT_EQ(input.of, HierarchyOf::line);
  EXPECT_EQ(plain(caches_headline(input, dark()).title), "Line 12: 1 request of warps.");
  EXPECT_EQ(plain(caches_headline(input, dark()).detail), "L1 held 2 of 4 sectors (50 %), L2 held 1 of 2 sectors (50 %).");
  const Drawing drawing = caches_picture(input, dark(), 1000, 600).drawing;
  for (const char* wanted : {"THE MEMORY HIERARCHY: LINE 12", "warps waited 466 cycles", "written back later"})
    EXPECT_TRUE(says(drawing, wanted)) << wanted;
  EXPECT_FALSE(says(drawing, "busy")) << "that is the launch's";
}

/// Warp 1 of a block loads 32 words, which memory held; it waited behind others.
TEST(Caches, ARequestHasItsWayAndItsCycles) {
  trace::Recorder recorder(trace::Level::full, 1 << 20, {1, 1, 1}, {64, 1, 1}, 1);
  std::array<std::uint64_t, trace::lanes> offsets{}, values{};
  for (std::size_t lane = 0; lane < offsets.size(); ++lane) offsets[lane] = 4 * lane;
  recorder.step(90, 0, 0, ~0u);
  recorder.access(
      100, 1, 1, ~0u,
      {trace::AccessKind::read, trace::MemorySpace::global, 4, 0, 700, offsets, values, values, {.queued = 120, .memory = 4}});
  recorder.step(800, 1, 2, ~0u);
  MadeLaunch made;
  made.result.trace = recorder.finish(900);
  Tables tables;
  tables.hierarchy = made.input.hierarchy;
  Material material;
  material.tables = &tables;
  material.subject = made.input.subject;
  material.subject.grid = {1, 1, 1};
  material.subject.block = {64, 1, 1};
  material.place = 1;
  EXPECT_EQ(caches_input(material).of, HierarchyOf::launch) << "nothing was asked for yet";
  material.place = 2;
  const CachesInput input = caches_input(material);
  ASSERT_EQ(input.of, HierarchyOf::request);
  EXPECT_EQ(plain(caches_headline(input, dark()).title), "The values came after 600 cycles.");
  EXPECT_EQ(plain(caches_headline(input, dark()).detail),
            "Block 0, warp 1: L1 held 0 of 4 sectors (0 %), L2 held 0 of 4 sectors (0 %); 120 cycles behind other requests to "
            "memory.");
  const Drawing drawing = caches_picture(input, dark(), 1000, 600).drawing;
  for (const char* wanted : {"values after 600 cycles", "read 4 sectors; 120 cycles behind other requests", "read 128 bytes"})
    EXPECT_TRUE(says(drawing, wanted)) << wanted;
  material.place = ~std::uint64_t{0};
  EXPECT_EQ(caches_input(material).of, HierarchyOf::launch);
  material.hover.step = 1;
  EXPECT_EQ(caches_input(material).of, HierarchyOf::request);
}

TEST(Caches, PictureFitsEverySize) {
  MadeLaunch made;
  for (const HierarchyOf of : {HierarchyOf::launch, HierarchyOf::line, HierarchyOf::request}) {
    made.input.of = of;
    made.input.name = "block (12,30,0), warp 31, line 1,234";
    made.input.hierarchy.writes_known = of == HierarchyOf::launch;
    for (const Size size : sizes())
      expect_tidy(caches_picture(made.input, dark(), size.width, size.height).drawing,
                  fmt::format("{}, {} × {}", static_cast<int>(of), size.width, size.height));
  }
}

}  // namespace
}  // namespace warplens::view
