#include "ui/orders.h"

#include <gtest/gtest.h>

#include <fstream>
#include <thread>

#include "base/resources.h"
#include "experiment/run.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"
#include "ui/window/app.h"

// Warp schedules in the window: background search, replay of its result, and schedule files.

namespace warplens::ui {
namespace {

/// The racy counter with 4 warps. Each reads, adds 1 and writes for its 32 lanes together: from 1 (all read 0) to 4 (in turns).
class Orders : public testing::Test {
 protected:
  Orders() : devices_(machines()), app_(experiment::load_catalogue({base::resource_folder() / "kernels"}), devices_, [] {}) {
    std::filesystem::create_directories(folder_);
    app_.session_file = folder_ / "a.warplens";
    choose_experiment(app_, "counter");
    app_.session.settings.grid = {4, 1, 1};
    app_.session.settings.block = {32, 1, 1};
    run();
  }
  ~Orders() override { std::filesystem::remove_all(folder_); }

  static launch::DeviceList machines() {
    launch::DeviceList list;
    list.devices.push_back(simt::make_device());
    return list;
  }

  void run() {
    app_.worker.request({&app_.experiment(), app_.session.settings, &app_.device()});
    app_.worker.wait_until_idle();
    const auto report = app_.worker.take();
    ASSERT_TRUE(report && report->tables) << (report && report->error ? base::describe(*report->error) : "nothing ran");
    app_.shown = report->tables;
  }
  double counter() const {
    const experiment::Run& run = app_.shown->run;
    return launch::to_double(launch::element(launch::ElementType::i32, run.result.outputs[0], 0));
  }
  void search(std::uint64_t schedules) {
    app_.search_form.schedules = schedules;
    start_search(app_);
    app_.search.wait_until_idle();
    take_search(app_);
    ASSERT_TRUE(app_.found && app_.found->result);
  }

  launch::DeviceList devices_;
  App app_;
  const std::filesystem::path folder_ = scratch("orders");
};

TEST_F(Orders, TheAdversaryFindsBothEndsAndEachRunsAgain) {
  search(50);
  const launch::SearchResult& found = *app_.found->result;
  ASSERT_TRUE(found.smallest && found.largest);
  EXPECT_EQ(launch::to_double(found.smallest->value), 1);
  EXPECT_EQ(launch::to_double(found.largest->value), 4);
  EXPECT_FALSE(app_.search.running());

  open_found_schedule(app_, found.largest->schedule, "largest, 4");
  run();
  EXPECT_EQ(counter(), 4);
  open_found_schedule(app_, found.smallest->schedule, "smallest, 1");
  run();
  EXPECT_EQ(counter(), 1);
  EXPECT_EQ(app_.shown->run.repeats, std::vector<double>{1});  // other seeds would not be other orders
}

TEST_F(Orders, AFoundOrderRunsTheLaunchThatWasSearchedWhateverIsChosenNow) {
  search(20);
  choose_experiment(app_, "increment");
  open_found_schedule(app_, app_.found->result->smallest->schedule, "smallest");
  EXPECT_EQ(app_.session.experiment, "counter");
  EXPECT_EQ(app_.session.settings.grid, (base::Dim3{4, 1, 1}));
  run();
  EXPECT_EQ(counter(), 1);
}

TEST_F(Orders, ASearchThatIsStoppedKeepsWhatItHas) {
  app_.search_form.schedules = 1'000'000'000;
  start_search(app_);
  EXPECT_TRUE(app_.search.running());
  while (app_.search.share_done() <= 0) std::this_thread::yield();
  app_.search.cancel();
  app_.search.wait_until_idle();
  take_search(app_);
  ASSERT_TRUE(app_.found && app_.found->result);
  EXPECT_TRUE(app_.found->result->cancelled);
  EXPECT_LT(app_.found->result->schedules, 1'000'000'000u);
  EXPECT_TRUE(app_.found->result->smallest);
}

TEST_F(Orders, ASessionCarriesItsOrder) {
  search(50);
  open_found_schedule(app_, app_.found->result->smallest->schedule, "smallest");
  save_session_file(app_);
  choose_experiment(app_, "increment");
  open_session_file(app_, app_.session_file);
  EXPECT_EQ(app_.session.settings.schedule, launch::Schedule::recorded);
  run();
  EXPECT_EQ(counter(), 1);
}

TEST_F(Orders, AnOrderIsSavedAndChosenFromTheList) {
  const double before = counter();
  save_schedule_file(app_);
  ASSERT_EQ(app_.schedule_files.size(), 1u);
  std::size_t chosen = 0;
  const std::vector<OrderRow> rows = order_rows(app_, chosen);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[chosen].label, "timed");
  EXPECT_EQ(rows[3].label, "counter-racy-timed-1.schedule");
  choose_order(app_, rows[3]);
  EXPECT_EQ(app_.session.settings.schedule, launch::Schedule::recorded);
  run();
  EXPECT_EQ(counter(), before);

  // The row in use represents its file; the machine's own schedules remain listed.
  const std::vector<OrderRow> after = order_rows(app_, chosen);
  ASSERT_EQ(after.size(), 4u);
  EXPECT_EQ(after[chosen].label, "recorded: counter-racy-timed-1.schedule");
  choose_order(app_, after[2]);
  EXPECT_EQ(app_.session.settings.schedule, launch::Schedule::random);
}

TEST_F(Orders, ABrokenFileIsRefusedWithItsName) {
  const std::filesystem::path file = folder_ / "broken.schedule";
  std::ofstream(file) << "operations untimed 0 x";
  open_file(app_, file);
  EXPECT_EQ(app_.session.settings.schedule, launch::Schedule::timed);
  EXPECT_TRUE(app_.notice.wrong);
  EXPECT_NE(app_.notice.text.find("broken.schedule:"), std::string::npos);
}

TEST_F(Orders, AnotherEntryDoesNotInheritARecordedOrder) {
  search(20);
  open_found_schedule(app_, app_.found->result->smallest->schedule, "smallest");
  choose_entry(app_, 1);
  EXPECT_EQ(app_.session.settings.schedule, launch::Schedule::timed);
}

}  // namespace
}  // namespace warplens::ui
