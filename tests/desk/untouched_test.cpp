#include "tests/desk/desk_test_base.h"

// What is said of threads and elements that nothing happened to: an alarm only where that is wrong.

namespace warplens::desk {
namespace {

class Untouched : public DeskTest {
 protected:
  const RunTables& run(const std::string& id, std::uint32_t entry, const std::vector<std::string>& assignments) {
    EXPECT_TRUE(choose_experiment(desk_.choices, id).ok());
    EXPECT_TRUE(choose_entry(desk_.choices, entry).ok());
    for (const std::string& assignment : assignments)
      EXPECT_TRUE(experiment::set(desk_.choices.experiment(), desk_.choices.session.settings, assignment).ok());
    run_chosen();
    return *desk_.runs.shown;
  }
};

TEST_F(Untouched, ElementsBetweenTheOnesThatAStrideReachesAreRight) {
  const RunTables& shown = run("coalescing", 3, {"n=64", "stride=8"});  // writes every eighth of 512 elements
  EXPECT_EQ(shown.map.untouched, 512u - 64 + (shown.map.elements - 512));
  EXPECT_EQ(shown.wrong_untouched, 0u);
  EXPECT_EQ(subject_of(shown).wrong, 0u);
}

TEST_F(Untouched, ElementsWithoutAThreadAreWrong) {
  const RunTables& shown = run("increment", 1, {"n=7000"});  // 6,400 threads
  EXPECT_EQ(shown.map.untouched, 600u);
  EXPECT_EQ(shown.wrong_untouched, 600u);
  EXPECT_EQ(shown.threads_without_work, 0u);
}

TEST_F(Untouched, ThreadsThatReadSamplesHaveWorkWhateverBinsTheyTouch) {
  // 256 × 256 threads, and a sample for half of them.
  EXPECT_EQ(run("histogram", 0, {"n=32768"}).threads_without_work, 32768u);
  EXPECT_EQ(run("histogram", 0, {"n=70000", "bins=1"}).threads_without_work, 0u);
}

}  // namespace
}  // namespace warplens::desk
