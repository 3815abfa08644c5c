#include <cstdio>
#include <map>

#include "base/resources.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_run.h"
#include "experiment/sweep/sweep_series.h"
#include "gpu_test.h"
#include "ptx/instrument/instrument.h"

// Times of the experiments on this GPU, and the cost of tracing them, as rows of the tables that run_on_gpu.sh writes to
// MEASURED.md.

namespace warplens::gpu {
namespace {

constexpr std::uint32_t runs = 21;

class GpuFigures : public GpuTest {
 protected:
  static experiment::Catalogue catalogue() { return experiment::load_catalogue({base::resource_folder() / "kernels"}); }

  static base::Result<launch::Launch> launch_of_entry(const experiment::Experiment& experiment, std::uint32_t entry) {
    auto settings = experiment::default_settings(experiment, entry);
    if (!settings) return settings.error();
    const auto module = experiment::load_module(experiment);
    if (!module) return module.error();
    return experiment::make_launch(experiment, *module, *settings);
  }
};

TEST_F(GpuFigures, Device) {
  const launch::DeviceProperties& properties = device().properties();
  std::printf("GPU: %s, compute capability %s, driver for CUDA %s, runtime CUDA %s\n", properties.name.c_str(),
              properties.compute_capability.c_str(), properties.driver.c_str(), properties.runtime.c_str());
  for (const auto& [what, value] : properties.details) std::printf("GPU: %s: %s\n", what.c_str(), value.c_str());
}

TEST_F(GpuFigures, Times) {
  for (const experiment::Experiment& experiment : catalogue().experiments) {
    for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
      auto launch = launch_of_entry(experiment, entry);
      ASSERT_TRUE(launch.ok()) << base::describe(launch.error());
      launch->timed_runs = runs;
      const auto result = run(*launch);
      ASSERT_TRUE(result.ok()) << base::describe(result.error());
      ASSERT_EQ(result->outcome, launch::Outcome::finished) << experiment.id << ": " << result->fault->message;
      const launch::Timing& timing = result->timing;
      std::printf("| %s, %s | %.4f (%.4f to %.4f) | %.4f (%.4f to %.4f) | %.4f | %.4f |\n", experiment.id.c_str(),
                  experiment.entries[entry].label.c_str(), timing.kernel_spread->median, timing.kernel_spread->smallest,
                  timing.kernel_spread->largest, timing.copies_spread->median, timing.copies_spread->smallest,
                  timing.copies_spread->largest, *timing.host_ms, *timing.overhead_ms);
    }
  }
}

/// Time of the instrumented kernel, launched like a plain kernel, compared with the original.
TEST_F(GpuFigures, CostOfATrace) {
  for (const experiment::Experiment& experiment : catalogue().experiments) {
    for (std::uint32_t entry = 0; entry < experiment.entries.size(); ++entry) {
      auto launch = launch_of_entry(experiment, entry);
      ASSERT_TRUE(launch.ok()) << base::describe(launch.error());
      launch->timed_runs = runs;
      const auto plain = run(*launch);
      ASSERT_TRUE(plain.ok()) << base::describe(plain.error());
      // The records go to a module variable, so the module's size limits them.
      const auto instrumented = ptx::instrument(*launch->module, 512u << 20);
      ASSERT_TRUE(instrumented.ok());
      auto module = ptx::parse(instrumented->text, launch->module->path);
      ASSERT_TRUE(module.ok());
      const std::string& name = launch->module->functions[launch->entry].name;
      const auto found = ptx::find_entry(*module, name);
      ASSERT_TRUE(found.ok());
      launch->entry = *found;
      launch->module = std::make_shared<const ptx::Module>(std::move(*module));
      launch->timed_runs = 1;
      const auto recorded = run(*launch);
      ASSERT_TRUE(recorded.ok()) << base::describe(recorded.error());
      ASSERT_TRUE(recorded->timing.kernel_ms && plain->timing.kernel_ms);
      std::printf("COST| %s, %s | %.4f | %.4f | %.1f |\n", experiment.id.c_str(), experiment.entries[entry].label.c_str(),
                  *plain->timing.kernel_ms, *recorded->timing.kernel_ms, *recorded->timing.kernel_ms / *plain->timing.kernel_ms);
    }
  }
}

TEST_F(GpuFigures, RacyCounter) {
  for (const experiment::Experiment& experiment : catalogue().experiments) {
    if (experiment.id != "counter") continue;
    auto launch = launch_of_entry(experiment, 0);
    ASSERT_TRUE(launch.ok()) << base::describe(launch.error());
    std::map<std::int32_t, int> times;
    for (int run_number = 0; run_number < 100; ++run_number) {
      const auto result = run(*launch);
      ASSERT_TRUE(result.ok()) << base::describe(result.error());
      ++times[values_of<std::int32_t>(result->outputs.at(0)).at(0)];
    }
    for (const auto& [value, count] : times) std::printf("RACY| %d | %d |\n", value, count);
  }
}

/// Prints each series' label and last number of a sweep's only plot as rows; returns the medians by label.
class GpuHierarchy : public GpuFigures {
 protected:
  std::map<std::string, double> rows_of(const char* prefix, const std::string& id, experiment::Sweep sweep) {
    const experiment::Catalogue all = catalogue();
    const experiment::Experiment* experiment = experiment::find(all, id);
    experiment::SweepProgress progress;
    const auto result = experiment::run_sweep(*experiment, sweep, {nullptr, &device(), ""}, progress);
    EXPECT_TRUE(result.ok());
    std::map<std::string, double> medians;
    if (!result.ok()) return medians;
    for (const std::string& problem : experiment::problems_of(*experiment, result->points)) ADD_FAILURE() << problem;
    for (const experiment::SweepPanel& panel : experiment::panels_of(*experiment, sweep, result->points))
      for (const experiment::SweepSeries& series : panel.series) {
        const launch::Origin origin = panel.origin;
        EXPECT_EQ(origin, launch::Origin::measured);
        const launch::Spread& y = series.points.back().y;
        std::printf("%s| %s | %.1f (%.1f to %.1f) |\n", prefix, series.label.c_str(), y.median, y.smallest, y.largest);
        medians[series.label] = y.median;
      }
    return medians;
  }
};

/// The course's orders of magnitude: about one cycle, about ten, hundreds.
TEST_F(GpuHierarchy, Latency) {
  const experiment::Catalogue all = catalogue();
  experiment::Sweep sweep = *experiment::find_sweep(*experiment::find(all, "latency"), "hierarchy");
  sweep.measures = {"access-gpu"};
  auto cycles = rows_of("LATENCY", "latency", sweep);
  ASSERT_EQ(cycles.size(), 7u);
  EXPECT_LT(cycles["registers"], 10);
  EXPECT_LT(cycles["registers"], cycles["shared"]);
  EXPECT_LE(cycles["shared"], cycles["l1"] + 5);
  EXPECT_LT(cycles["l1"], cycles["l2"]);
  EXPECT_LT(cycles["l2"], cycles["global"]);
}

TEST_F(GpuHierarchy, Bandwidth) {
  experiment::Sweep sweep;
  sweep.label = "width";
  sweep.parameter = "n";
  sweep.values = "67108864";
  sweep.entries = {0, 1, 2};
  sweep.measures = {"bandwidth-gpu"};
  const auto bandwidth = rows_of("BANDWIDTH", "bandwidth", sweep);
  ASSERT_EQ(bandwidth.size(), 3u);
  for (const auto& [entry, gigabytes] : bandwidth) EXPECT_GT(gigabytes, 1) << entry;
}

}  // namespace
}  // namespace warplens::gpu
