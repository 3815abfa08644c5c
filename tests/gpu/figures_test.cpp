#include <cstdio>
#include <map>

#include "base/resources.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_run.h"
#include "experiment/sweep/sweep_series.h"
#include "gpu_test.h"
#include "launch/costs/spread.h"
#include "ptx/instrument/instrument.h"
#include "simt/code/device_spec.h"
#include "simt/simt_device.h"

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

class GpuHierarchy : public GpuFigures {
 protected:
  using Spreads = std::map<std::string, launch::Spread>;

  /// The last number of each series of a sweep's plot, by label.
  static Spreads last_of(const std::string& id, const experiment::Sweep& sweep, const experiment::SweepMachines& machines) {
    const experiment::Catalogue all = catalogue();
    const experiment::Experiment* experiment = experiment::find(all, id);
    experiment::SweepProgress progress;
    const auto result = experiment::run_sweep(*experiment, sweep, machines, progress);
    EXPECT_TRUE(result.ok());
    Spreads spreads;
    if (!result.ok()) return spreads;
    for (const std::string& problem : experiment::problems_of(*experiment, result->points)) ADD_FAILURE() << problem;
    for (const experiment::SweepPanel& panel : experiment::panels_of(*experiment, sweep, result->points))
      for (const experiment::SweepSeries& series : panel.series) spreads[series.label] = series.points.back().y;
    return spreads;
  }
};

/// Cycles on an H100 as published: Luo et al. 2024, arXiv 2402.13499, memory latency table; registers: dependent arithmetic.
const std::map<std::string, double> published_cycles{
    {"registers", 4}, {"shared", 29.0}, {"l1", 40.7}, {"l2", 263.0}, {"global", 478.8}};

std::string one_decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

/// The course's orders of magnitude: about one cycle, about ten, hundreds.
TEST_F(GpuHierarchy, Latency) {
  const experiment::Catalogue all = catalogue();
  experiment::Sweep sweep = *experiment::find_sweep(*experiment::find(all, "latency"), "hierarchy");
  sweep.measures = {"access-gpu"};
  Spreads measured = last_of("latency", sweep, {nullptr, &device(), ""});
  sweep.measures = {"access"};
  const simt::DeviceSpec* const spec = simt::device_spec_named("h100");
  const auto simt = simt::make_device(spec != nullptr ? *spec : simt::device_specs().back());
  const Spreads modelled = last_of("latency", sweep, {simt.get(), nullptr, ""});
  ASSERT_EQ(measured.size(), 7u);
  for (const auto& [memory, cycles] : measured) {
    const auto model = modelled.find(memory);
    const auto published = published_cycles.find(memory);
    std::printf("LATENCY| %s | %.1f (%.1f to %.1f) | %s | %s |\n", memory.c_str(), cycles.median, cycles.smallest, cycles.largest,
                model != modelled.end() ? one_decimal(model->second.median).c_str() : "",
                published != published_cycles.end() ? one_decimal(published->second).c_str() : "");
  }
  EXPECT_LT(measured["registers"].median, 10);
  EXPECT_LT(measured["registers"].median, measured["shared"].median);
  EXPECT_LE(measured["shared"].median, measured["l1"].median + 5);
  EXPECT_LT(measured["l1"].median, measured["l2"].median);
  EXPECT_LT(measured["l2"].median, measured["global"].median);
}

TEST_F(GpuHierarchy, Bandwidth) {
  experiment::Sweep sweep;
  sweep.label = "width";
  sweep.parameter = "n";
  sweep.values = "67108864";
  sweep.entries = {0, 1, 2};
  sweep.measures = {"bandwidth-gpu"};
  const Spreads bandwidth = last_of("bandwidth", sweep, {nullptr, &device(), ""});
  ASSERT_EQ(bandwidth.size(), 3u);
  for (const auto& [entry, gigabytes] : bandwidth) {
    std::printf("BANDWIDTH| %s | %.1f (%.1f to %.1f) |\n", entry.c_str(), gigabytes.median, gigabytes.smallest,
                gigabytes.largest);
    EXPECT_GT(gigabytes.median, 1) << entry;
  }
}

}  // namespace
}  // namespace warplens::gpu
