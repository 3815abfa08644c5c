#include "desk/run/launch_worker.h"

#include <gtest/gtest.h>

#include <atomic>

#include "base/resources.h"

namespace warplens::desk {
namespace {

using namespace std::chrono_literals;

/// A machine that writes the seed into every output, after it was let go; it notices a cancellation while it waits.
class PatientDevice : public launch::Device {
 public:
  const launch::DeviceProperties& properties() const override { return properties_; }

  base::Result<launch::LaunchResult> run(const launch::Launch& launch, launch::Progress& progress) override {
    ++started;
    while (!open && !progress.cancel) std::this_thread::sleep_for(1ms);
    launch::LaunchResult result;
    if (progress.cancel) {
      ++cancelled;
      result.outcome = launch::Outcome::cancelled;
      return result;
    }
    if (launch.seed == refused_seed) return base::error("seed refused");
    result.trace.grid = launch.grid;
    result.trace.block = launch.block;
    for (const launch::Argument& argument : launch.arguments) {
      const auto* buffer = std::get_if<launch::Buffer>(&argument);
      if (buffer == nullptr) continue;
      result.outputs.push_back(*buffer->initial);
      launch::set_element(buffer->type, result.outputs.back(), 0, static_cast<double>(launch.seed));
    }
    return result;
  }

  static constexpr std::uint64_t refused_seed = 13;
  std::atomic<bool> open{false};
  std::atomic<int> started{0}, cancelled{0};

 private:
  launch::DeviceProperties properties_;
};

class Worker : public testing::Test {
 protected:
  void SetUp() override {
    auto loaded = experiment::load_experiment(base::resource_folder() / "kernels" / "counter.toml");
    ASSERT_TRUE(loaded) << base::describe(loaded.error());
    experiment_ = std::move(*loaded);
  }

  RunRequest request(std::uint64_t seed) {
    RunRequest request{&experiment_, {}, &device_};
    request.settings = *experiment::default_settings(experiment_);
    request.settings.repeats = 1;
    request.settings.seed = seed;
    return request;
  }

  void wait_for(const std::atomic<int>& counter, int value) {
    for (int k = 0; k < 5000 && counter < value; ++k) std::this_thread::sleep_for(1ms);
    ASSERT_GE(counter, value);
  }

  experiment::Experiment experiment_;
  PatientDevice device_;
  std::atomic<int> woken_{0};
  LaunchWorker worker_{[this] { ++woken_; }};
};

/// The seed that the fake machine wrote into the counter.
double counter_of(const RunReport& report) {
  return launch::to_double(launch::element(launch::ElementType::i32, report.tables->run.result.outputs.at(0), 0));
}

TEST_F(Worker, ReportsARunAndWakesTheWindow) {
  device_.open = true;
  worker_.request(request(7));
  worker_.wait_until_idle();
  wait_for(woken_, 1);
  const auto report = worker_.take();
  ASSERT_TRUE(report);
  ASSERT_TRUE(report->tables);
  EXPECT_EQ(counter_of(*report), 7);
  EXPECT_EQ(report->tables->map.elements, 1u);
  EXPECT_FALSE(worker_.take()) << "a report is taken once";
}

TEST_F(Worker, TheLatestRequestWins) {
  worker_.request(request(1));
  wait_for(device_.started, 1);
  for (std::uint64_t seed = 2; seed <= 9; ++seed) worker_.request(request(seed));
  device_.open = true;
  worker_.wait_until_idle();
  const auto report = worker_.take();
  ASSERT_TRUE(report && report->tables);
  EXPECT_EQ(counter_of(*report), 9);
  EXPECT_EQ(device_.started, 2) << "the requests in between never ran";
}

TEST_F(Worker, ARunThatOutlivesItsGraceGivesWay) {
  worker_.request(request(1));
  wait_for(device_.started, 1);
  worker_.request(request(2));
  worker_.tend();
  EXPECT_EQ(device_.cancelled, 0) << "not before its grace is over";
  std::this_thread::sleep_for(LaunchWorker::grace + 50ms);
  worker_.tend();
  wait_for(device_.cancelled, 1);
  device_.open = true;
  worker_.wait_until_idle();
  const auto report = worker_.take();
  ASSERT_TRUE(report && report->tables);
  EXPECT_EQ(counter_of(*report), 2);
}

/// While a slider is dragged, requests come faster than runs end: the one that runs may end.
TEST_F(Worker, WhileRequestsKeepComingARunMayEnd) {
  worker_.request(request(1));
  wait_for(device_.started, 1);
  const auto begin = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - begin < 4 * LaunchWorker::grace) {
    worker_.request(request(2));
    worker_.tend();
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(device_.cancelled, 0);
  while (device_.cancelled == 0 && std::chrono::steady_clock::now() - begin < 4 * LaunchWorker::patience) {
    worker_.request(request(3));
    worker_.tend();
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(device_.cancelled, 1) << "not for ever";
  device_.open = true;
  worker_.wait_until_idle();
  const auto report = worker_.take();
  ASSERT_TRUE(report && report->tables);
  EXPECT_EQ(counter_of(*report), 3);
}

TEST_F(Worker, CancelStopsWhatRunsAndForgetsWhatWaits) {
  worker_.request(request(1));
  wait_for(device_.started, 1);
  worker_.request(request(2));
  EXPECT_TRUE(worker_.progress().running);
  worker_.cancel();
  worker_.wait_until_idle();
  EXPECT_EQ(device_.started, 1);
  EXPECT_EQ(device_.cancelled, 1);
  EXPECT_FALSE(worker_.take()) << "a cancelled run reports nothing";
  EXPECT_FALSE(worker_.progress().running);
}

TEST_F(Worker, ARunThatCannotStartReportsTheError) {
  device_.open = true;
  worker_.request(request(PatientDevice::refused_seed));
  worker_.wait_until_idle();
  const auto report = worker_.take();
  ASSERT_TRUE(report && report->error);
  EXPECT_FALSE(report->tables);
  EXPECT_NE(report->error->message.find("seed refused"), std::string::npos);
}

TEST_F(Worker, ACancelledRunDoesNotSpoilTheNext) {
  worker_.request(request(1));
  wait_for(device_.started, 1);
  worker_.cancel();
  worker_.wait_until_idle();
  device_.open = true;
  worker_.request(request(5));
  worker_.wait_until_idle();
  const auto report = worker_.take();
  ASSERT_TRUE(report && report->tables);
  EXPECT_EQ(counter_of(*report), 5);
}

TEST_F(Worker, GoesAwayWhileSomethingRuns) {
  worker_.request(request(1));
  wait_for(device_.started, 1);
  // The fixture destroys the worker now: it must cancel the run rather than wait for ever.
}

}  // namespace
}  // namespace warplens::desk
