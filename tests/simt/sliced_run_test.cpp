#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "tests/simt/bodies.h"
#include "tests/simt/on_cores.h"

// A launch that is paused as often as can be: the same result as in one go.

namespace warplens::simt {
namespace {

using launch::Launch;
using launch::LaunchResult;

std::unique_ptr<launch::Slices> shortest_slices() { return std::make_unique<launch::Slices>(std::chrono::milliseconds(0)); }

/// Calls `job` until it does not pause. Returns how often it did.
template <typename Job>
std::size_t pauses_of(const Job& job) {
  for (std::size_t pauses = 0;; ++pauses) {
    try {
      job();
      return pauses;
    } catch (const launch::Pause&) {
    }
  }
}

class SlicedLaunch : public testing::TestWithParam<std::string> {};

TEST_P(SlicedLaunch, HasTheResultOfAWholeOne) {
  for (const bool watched : {false, true}) {
    Launch launch = launch_of_body(GetParam());
    launch.check = watched;
    launch.record_schedule = watched;
    if (watched) launch.trace_level = trace::Level::full;
    launch::Progress progress;
    progress.slices = shortest_slices();
    const auto device = make_device();
    std::optional<LaunchResult> result;
    EXPECT_GT(pauses_of([&] { result = device->run(launch, progress).value(); }), 0u);
    const LaunchResult whole = run_alone(launch);
    simt::expect_same(*result, whole);
    EXPECT_EQ(result->schedule, whole.schedule);
  }
}

INSTANTIATE_TEST_SUITE_P(All, SlicedLaunch, testing::Values(reads_input, follows_chain, diverges, exchanges, locks));

TEST(SlicedJob, MakesEachRunOnce) {
  const auto device = make_device();
  launch::Progress progress;
  progress.slices = shortest_slices();
  std::vector<LaunchResult> results;
  std::set<double> times;  // measured of the first run
  const auto job = [&] {
    results.clear();
    for (const std::string& body : {exchanges, follows_chain, exchanges}) {
      results.push_back(device->run(launch_of_body(body), progress).value());
      times.insert(results.front().timing.host_ms.value());
    }
  };
  EXPECT_GT(pauses_of(job), 2u);
  EXPECT_EQ(times.size(), 1u);
  ASSERT_EQ(results.size(), 3u);
  simt::expect_same(results[0], run_alone(launch_of_body(exchanges)));
  simt::expect_same(results[1], run_alone(launch_of_body(follows_chain)));
}

TEST(SlicedJob, EndsOnceItIsCancelled) {
  const Launch launch = launch_of_body(follows_chain);
  const auto device = make_device();
  launch::Progress progress;
  progress.slices = shortest_slices();
  EXPECT_THROW((void)device->run(launch, progress), launch::Pause);
  progress.cancel = true;
  std::optional<LaunchResult> result;
  pauses_of([&] { result = device->run(launch, progress).value(); });
  EXPECT_EQ(result->outcome, launch::Outcome::cancelled);
}

}  // namespace
}  // namespace warplens::simt
