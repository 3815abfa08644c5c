#include "experiment/captions/caption.h"

#include <gtest/gtest.h>

#include "base/resources.h"
#include "experiment/inputs/inputs.h"

namespace warplens::experiment {
namespace {

class Captions : public testing::Test {
 protected:
  const Experiment& named(const std::string& id) const { return *find(catalogue_, id); }
  static std::uint32_t entry_of(const Experiment& experiment, const std::string& label) {
    std::uint32_t entry = 0;
    while (experiment.entries[entry].label != label) ++entry;
    return entry;
  }
  /// What an entry shows after these assignments.
  std::string shown(const std::string& id, const std::string& label, const std::vector<std::string>& assignments) const {
    Settings settings = *default_settings(named(id), entry_of(named(id), label));
    for (const std::string& assignment : assignments) EXPECT_TRUE(set(named(id), settings, assignment).ok()) << assignment;
    return shows_text(named(id), settings);
  }

  const Catalogue catalogue_ = load_catalogue({base::resource_folder() / "kernels"});
};

TEST_F(Captions, SayTheNumbersOfTheLaunchThatTheyStandBeside) {
  EXPECT_EQ(shown("coalescing", "neighbours", {"stride=8"}), "Neighbouring threads read elements 8 apart, from element 0 on.");
  // 40 = 32 + 8: two warps, 24 lanes of the second empty.
  EXPECT_EQ(shown("add", "empty-lanes", {"block=40"}), "40 threads in each block: 2 warps with 24 empty lanes.");
  EXPECT_EQ(shown("add", "empty-lanes", {"block=31"}), "31 threads in each block: 1 warp with 1 empty lane.");
  EXPECT_EQ(shown("add", "rounded-down", {"n=1024"}),
            "The number of blocks is rounded down, which leaves 0 elements without a thread.");
  EXPECT_EQ(shown("add", "rounded-down", {"n=65"}),
            "The number of blocks is rounded down, which leaves 1 element without a thread.");
  EXPECT_EQ(shown("increment", "fixed-grid", {"n=1000"}).substr(0, 38), "6,400 threads for 1,000 elements, in a");
  EXPECT_EQ(shown("matrix_multiplication", "two-by-two", {"n=3"}),
            "2 × 3 ones times 3 × 2 ones, without atomics: each element of C should be 3, the sum of 3 products.");
  EXPECT_EQ(shown("counter", "warp", {"grid=1"}),
            "One thread of each warp adds for all of it: the same count with 1 atomic addition.");
}

TEST_F(Captions, SayWhereALaunchIsNotTheOneThatItsLabelBeganWith) {
  const auto changes = [this](const std::string& id, const std::string& label, const std::vector<std::string>& assignments) {
    Settings settings = *default_settings(named(id), entry_of(named(id), label));
    for (const std::string& assignment : assignments) EXPECT_TRUE(set(named(id), settings, assignment).ok()) << assignment;
    return changes_text(named(id), settings);
  };
  EXPECT_EQ(changes("add", "rounded-up", {}), "");
  EXPECT_EQ(changes("add", "rounded-up", {"n=1000000"}), "") << "the grid follows the data";
  EXPECT_EQ(changes("add", "rounded-up", {"block=100"}), "Here: block 100, not 64.") << "and the block";
  EXPECT_EQ(changes("blocks", "one-block", {"grid=4"}), "Here: grid 4, not 1.");
  EXPECT_EQ(changes("blocks", "one-block", {"block=32", "grid=1000"}), "Here: block 32, not 1,024; grid 1,000, not 1.");
  EXPECT_EQ(changes("geometry", "3d", {"block=8,4,4"}), "Here: block 8 × 4 × 4, not 4 × 4 × 4.");
  EXPECT_EQ(changes("add", "unguarded", {"n=64"}), "Here: Elements n 64, not 1,000.") << "a parameter that the entry sets itself";
}

/// A label stands beside launches of any size: it names none.
TEST_F(Captions, LabelsNameNoSizeOfABlock) {
  for (const Experiment& experiment : catalogue_.experiments) {
    if (experiment.recording) continue;
    for (const Entry& entry : experiment.entries)
      for (const std::string& size : entry.block)
        EXPECT_FALSE(entry.label.ends_with("-" + size)) << experiment.id << " " << entry.label;
  }
}

TEST_F(Captions, AreFilledForEveryEntryAndEveryExperiment) {
  for (const Experiment& experiment : catalogue_.experiments) {
    if (experiment.recording) continue;
    EXPECT_EQ(text_of(experiment).find('{'), std::string::npos) << text_of(experiment);
    for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
      EXPECT_EQ(shows_text(experiment, entry).find('{'), std::string::npos) << shows_text(experiment, entry);
    }
  }
}

TEST_F(Captions, AnUnknownNameIsAnError) {
  const Experiment& add = named("add");
  EXPECT_FALSE(fill_caption(add, *default_settings(add), "{nothing} here").ok());
  EXPECT_FALSE(fill_caption(add, *default_settings(add), "{n").ok());
  EXPECT_EQ(*fill_caption(add, *default_settings(add), "{{n}"), "{n}");
  EXPECT_EQ(*fill_caption(add, *default_settings(add), escape_placeholders("a{b}{c")), "a{b}{c");
}

TEST_F(Captions, ASuggestionNamesAnEntryOnlyWhereItIsMarked) {
  const Experiment& counter = named("counter");
  using Parts = std::vector<SuggestionPart>;
  const auto parts = [&](const std::string& text) { return *suggestion_parts(counter, text); };
  EXPECT_EQ(parts("One block of 32: how many updates survive?"),
            (Parts{{"One block of 32: how many updates survive?", std::nullopt}}));
  const std::uint32_t atomic = entry_of(counter, "atomic"), warp = entry_of(counter, "warp");
  EXPECT_EQ(parts("**warp**: one atomic addition"), (Parts{{"warp", warp}, {": one atomic addition", std::nullopt}}));
  EXPECT_EQ(parts("Make it **atomic**"), (Parts{{"Make it ", std::nullopt}, {"atomic", atomic}}));
  EXPECT_FALSE(suggestion_parts(counter, "**atom**").ok());
  EXPECT_FALSE(suggestion_parts(counter, "**atomic").ok());
}

TEST_F(Captions, ParametersThatTheEntryDoesNotUseHaveNoEffect) {
  const auto effect = [&](const std::string& id, const std::string& label, const std::string& parameter) {
    const Experiment& experiment = named(id);
    return has_effect(experiment, *default_settings(experiment, entry_of(experiment, label)), parameter);
  };
  EXPECT_FALSE(effect("matrix_multiplication", "tiled", "edge"));
  EXPECT_TRUE(effect("matrix_multiplication", "any-tile", "edge"));
  EXPECT_TRUE(effect("matrix_multiplication", "tiled", "p"));
  EXPECT_FALSE(effect("barrier", "missing", "rounds"));
  EXPECT_TRUE(effect("barrier", "late-warp", "rounds"));
  EXPECT_TRUE(effect("blocks", "shared", "shared"));
  EXPECT_FALSE(effect("blocks", "waves", "shared")) << "a part of no name";
  EXPECT_TRUE(effect("rays", "tree", "detail"));
  EXPECT_TRUE(effect("rays", "tree", "eye_x"));
  EXPECT_TRUE(effect("histogram", "atomic", "low"));
  EXPECT_TRUE(effect("streams", "light", "parts"));
}

}  // namespace
}  // namespace warplens::experiment
