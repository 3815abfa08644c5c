#include "desk/run/companions.h"

#include <gtest/gtest.h>

#include "desk/view_inputs.h"
#include "tests/desk/desk_test_base.h"
#include "view/schedulers/schedulers_picture.h"

// How latency hides: the shown launch with fewer blocks resident, run while the worker is idle.

namespace warplens::desk {
namespace {

class ResidenciesTest : public DeskTest {
 protected:
  ResidenciesTest() {
    EXPECT_TRUE(choose_experiment(desk_.choices, "latency_hiding").ok());
    desk_.choices.session.settings.grid = {16, 1, 1};  // 8 blocks on each multiprocessor of the toy
    desk_.choices.session.settings.parameters["n"] = 4096;
    choose_view(desk_.choices, "schedulers");
  }
};

TEST_F(ResidenciesTest, TheScheduleViewShowsTheSameRunWithFewerWarps) {
  run_chosen();
  const std::uint64_t shown_cycles = desk_.runs.shown->run.result.counters.cycles;
  for (int k = 0; k < 3; ++k) draw_until_idle();
  const auto all = view::schedulers_input(material_of(desk_)).residencies;
  ASSERT_EQ(all.size(), 4u);
  std::uint64_t warps = 1;
  for (const view::Residency& each : all) {
    EXPECT_EQ(each.warps, warps);
    EXPECT_EQ(each.blocks, warps);
    EXPECT_FALSE(each.failed);
    warps *= 2;
  }
  EXPECT_EQ(all.back().cycles, shown_cycles);
  EXPECT_EQ(desk_.runs.shown->run.result.counters.cycles, shown_cycles) << "the shown run stays";
  // A load of a chain takes hundreds of cycles, in which nothing else happens: two warps need about half as long as one.
  EXPECT_GT(all[0].cycles, 1.6 * static_cast<double>(all[1].cycles));
  EXPECT_GT(all[1].cycles, all[2].cycles);
  EXPECT_GT(all[2].cycles, all[3].cycles);
  EXPECT_LT(all[0].issue, all[3].issue);
  EXPECT_FALSE(missing_residency(desk_.runs, desk_.choices)) << "all are there";
}

TEST_F(ResidenciesTest, OtherViewsAndOneBlockNeedNone) {
  run_chosen();
  EXPECT_TRUE(missing_residency(desk_.runs, desk_.choices));
  choose_view(desk_.choices, "mapping");
  EXPECT_FALSE(missing_residency(desk_.runs, desk_.choices));
  choose_view(desk_.choices, "schedulers");
  desk_.choices.session.settings.grid = {2, 1, 1};
  run_chosen();
  EXPECT_TRUE(residencies_of(desk_.runs).empty());
}

TEST_F(ResidenciesTest, ThoseThatWouldTakeLongAreNotShownAsRunning) {
  EXPECT_TRUE(choose_experiment(desk_.choices, "histogram").ok());
  for (const char* each : {"entry=shared", "n=4000000"})
    EXPECT_TRUE(experiment::set(desk_.choices.experiment(), desk_.choices.session.settings, each).ok());
  choose_view(desk_.choices, "schedulers");
  run_chosen();
  EXPECT_FALSE(missing_residency(desk_.runs, desk_.choices));
  EXPECT_TRUE(residencies_of(desk_.runs).empty());
}

TEST_F(ResidenciesTest, AFailureIsKept) {
  run_chosen();
  auto request = missing_residency(desk_.runs, desk_.choices);
  ASSERT_TRUE(request);
  EXPECT_EQ(request->settings.resident_blocks, 1u);
  take_residency(desk_.runs, {std::move(*request), nullptr, std::nullopt});
  EXPECT_TRUE(residencies_of(desk_.runs).front().failed);
  EXPECT_EQ(missing_residency(desk_.runs, desk_.choices)->settings.resident_blocks, 2u);
}

}  // namespace
}  // namespace warplens::desk
