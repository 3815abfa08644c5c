#include <gtest/gtest.h>

#include "base/resources.h"
#include "experiment/inputs/inputs.h"
#include "experiment/run.h"
#include "simt/simt_device.h"

// The streams experiment without a GPU: modelled.

namespace warplens::experiment {
namespace {

TEST(Streams, WithoutAGpuTheyAreModelled) {
  const auto experiment = load_experiment(base::resource_folder() / "kernels" / "streams.toml");
  ASSERT_TRUE(experiment.ok()) << describe(experiment.error());
  auto settings = default_settings(*experiment);
  for (const char* assignment : {"n=1000", "streams=8", "parts=3", "rounds=5"})
    ASSERT_TRUE(set(*experiment, *settings, assignment).ok()) << assignment;
  EXPECT_EQ(*stream_plan_for(*experiment, *settings), (launch::StreamPlan{8, 3, 1}));
  const auto module = load_module(*experiment);
  launch::Progress progress;
  const auto run = experiment::run(*experiment, *module, *settings, *simt::make_device(), progress, trace::Level::none);
  ASSERT_TRUE(run.ok()) << describe(run.error());
  EXPECT_EQ(run->check.wrong, 0u);
  ASSERT_EQ(run->streams.size(), 3u);
  for (const launch::StreamTimeline& timeline : run->streams) {
    EXPECT_EQ(timeline.origin, launch::TimeOrigin::modelled);
    EXPECT_TRUE(timeline.same_outputs);
    ASSERT_EQ(timeline.tasks.size(), 9u);
    // Parts of 333, 333 and 334 elements of 4 bytes, at 4 GB per second, each copy after 2 microseconds.
    for (const launch::StreamTask& task : timeline.tasks) {
      if (task.phase == launch::StreamPhase::kernel) continue;
      EXPECT_NEAR(task.end_ms - task.begin_ms, 0.002 + 4 * (task.part == 2 ? 334 : 333) / 4e6, 1e-9);
    }
  }
  // Five rounds of x / 2 + 1: 2 + (in - 2) / 32.
  const auto& in = std::get<launch::Buffer>(run->launch.arguments.at(0));
  for (std::uint64_t i = 0; i < in.size; ++i)
    ASSERT_NEAR(launch::to_double(launch::element(in.type, run->result.outputs.at(0), i)),
                2 + (launch::to_double(launch::element(in.type, *in.initial, i)) - 2) / 32, 1e-5);
}

}  // namespace
}  // namespace warplens::experiment
