#include "desk/schedule/orders.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "experiment/run.h"
#include "tests/desk/desk_test_base.h"
#include "tests/scratch_folder.h"

// Warp schedules in the window: background search, replay of its result, and schedule files.

namespace warplens::desk {
namespace {

/// The racy counter with 4 warps. Each reads, adds 1 and writes for its 32 lanes together: from 1 (all read 0) to 4 (in turns).
class Orders : public DeskTest {
 protected:
  Orders() {
    std::filesystem::create_directories(folder_);
    desk_.choices.session_file = folder_ / "a.warplens";
    EXPECT_TRUE(choose_experiment(desk_.choices, "counter").ok());
    desk_.choices.session.settings.grid = {4, 1, 1};
    desk_.choices.session.settings.block = {32, 1, 1};
    run_chosen();
  }
  ~Orders() override { std::filesystem::remove_all(folder_); }

  double counter() const {
    const experiment::Run& run = desk_.runs.shown->run;
    return launch::to_double(launch::element(launch::ElementType::i32, run.result.outputs[0], 0));
  }
  void search(std::uint64_t schedules) {
    desk_.search.form.schedules = schedules;
    start_search(desk_.search, desk_.choices, desk_.runs);
    desk_.search.worker.wait_until_idle();
    EXPECT_TRUE(take_search(desk_.search).ok());
    ASSERT_TRUE(desk_.search.found && desk_.search.found->result);
  }

  const std::filesystem::path folder_ = scratch("orders");
};

TEST_F(Orders, TheAdversaryFindsBothEndsAndEachRunsAgain) {
  search(50);
  const launch::SearchResult& found = *desk_.search.found->result;
  ASSERT_TRUE(found.smallest && found.largest);
  EXPECT_EQ(launch::to_double(found.smallest->value), 1);
  EXPECT_EQ(launch::to_double(found.largest->value), 4);
  EXPECT_FALSE(desk_.search.worker.running());

  EXPECT_TRUE(open_found_schedule(desk_.search, desk_.choices, found.largest->schedule, "largest, 4").ok());
  run_chosen();
  EXPECT_EQ(counter(), 4);
  EXPECT_TRUE(open_found_schedule(desk_.search, desk_.choices, found.smallest->schedule, "smallest, 1").ok());
  run_chosen();
  EXPECT_EQ(counter(), 1);
  EXPECT_EQ(desk_.runs.shown->run.repeats, std::vector<double>{1});  // other seeds would not be other orders
}

TEST_F(Orders, AFoundOrderRunsTheLaunchThatWasSearchedWhateverIsChosenNow) {
  search(20);
  ASSERT_TRUE(choose_experiment(desk_.choices, "increment").ok());
  EXPECT_TRUE(open_found_schedule(desk_.search, desk_.choices, desk_.search.found->result->smallest->schedule, "smallest").ok());
  EXPECT_EQ(desk_.choices.session.experiment, "counter");
  EXPECT_EQ(desk_.choices.session.settings.grid, (base::Dim3{4, 1, 1}));
  run_chosen();
  EXPECT_EQ(counter(), 1);
}

TEST_F(Orders, ASearchThatIsStoppedKeepsWhatItHas) {
  desk_.search.form.schedules = 1'000'000'000;
  start_search(desk_.search, desk_.choices, desk_.runs);
  EXPECT_TRUE(desk_.search.worker.running());
  while (desk_.search.worker.share_done() <= 0) std::this_thread::yield();
  desk_.search.worker.cancel();
  desk_.search.worker.wait_until_idle();
  EXPECT_TRUE(take_search(desk_.search).ok());
  ASSERT_TRUE(desk_.search.found && desk_.search.found->result);
  EXPECT_TRUE(desk_.search.found->result->cancelled);
  EXPECT_LT(desk_.search.found->result->schedules, 1'000'000'000u);
  EXPECT_TRUE(desk_.search.found->result->smallest);
  EXPECT_EQ(desk_.search.found_label, "counter") << "the buffer is named, however the search was started";
}

TEST_F(Orders, ASessionCarriesItsOrder) {
  search(50);
  EXPECT_TRUE(open_found_schedule(desk_.search, desk_.choices, desk_.search.found->result->smallest->schedule, "smallest").ok());
  ASSERT_TRUE(save_session_file(desk_.choices).ok());
  ASSERT_TRUE(choose_experiment(desk_.choices, "increment").ok());
  desk_.open_file(desk_.choices.session_file);
  EXPECT_EQ(desk_.choices.session.settings.schedule, launch::Schedule::recorded);
  run_chosen();
  EXPECT_EQ(counter(), 1);
}

TEST_F(Orders, AnOrderIsSavedAndChosenFromTheList) {
  const double before = counter();
  ASSERT_TRUE(save_schedule_file(desk_.choices, desk_.runs).ok());
  ASSERT_EQ(desk_.choices.schedule_files.size(), 1u);
  std::size_t chosen = 0;
  const std::vector<OrderRow> rows = order_rows(desk_.choices, chosen);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[chosen].label, "timed");
  EXPECT_EQ(rows[3].label, "counter-racy-timed-1.schedule");
  EXPECT_TRUE(choose_order(desk_.choices, rows[3]).ok());
  EXPECT_EQ(desk_.choices.session.settings.schedule, launch::Schedule::recorded);
  run_chosen();
  EXPECT_EQ(counter(), before);

  // The row in use represents its file; the machine's own schedules remain listed.
  const std::vector<OrderRow> after = order_rows(desk_.choices, chosen);
  ASSERT_EQ(after.size(), 4u);
  EXPECT_EQ(after[chosen].label, "recorded: counter-racy-timed-1.schedule");
  EXPECT_TRUE(choose_order(desk_.choices, after[2]).ok());
  EXPECT_EQ(desk_.choices.session.settings.schedule, launch::Schedule::random);
}

TEST_F(Orders, ABrokenFileIsRefusedWithItsName) {
  const std::filesystem::path file = folder_ / "broken.schedule";
  std::ofstream(file) << "operations untimed 0 x";
  desk_.open_file(file);
  EXPECT_EQ(desk_.choices.session.settings.schedule, launch::Schedule::timed);
  EXPECT_TRUE(desk_.notice.wrong);
  EXPECT_NE(desk_.notice.text.find("broken.schedule:"), std::string::npos);
}

TEST_F(Orders, AnotherEntryDoesNotInheritARecordedOrder) {
  search(20);
  EXPECT_TRUE(open_found_schedule(desk_.search, desk_.choices, desk_.search.found->result->smallest->schedule, "smallest").ok());
  ASSERT_TRUE(choose_entry(desk_.choices, 1).ok());
  EXPECT_EQ(desk_.choices.session.settings.schedule, launch::Schedule::timed);
}

}  // namespace
}  // namespace warplens::desk
