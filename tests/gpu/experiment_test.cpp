#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

#include "base/resources.h"
#include "gpu_test.h"
#include "simt/simt_device.h"

// The three experiments on a GPU, compared with results computed here, and bit for bit with the SIMT machine where the order of
// the threads does not matter.

namespace warplens::gpu {
namespace {

class GpuExperiment : public GpuTest {
 protected:
  /// Runs an entry with its default settings on `machine`.
  static std::optional<experiment::Run> run_on(launch::Device& machine, const std::string& id, const std::string& entry) {
    const auto loaded = experiment::load_experiment(base::resource_folder() / "kernels" / (id + ".toml"));
    if (!loaded.ok()) return fail(loaded.error());
    auto settings = experiment::default_settings(*loaded);
    if (!settings.ok()) return fail(settings.error());
    if (const auto set = experiment::set(*loaded, *settings, "entry=" + entry); !set.ok()) return fail(set.error());
    settings->repeats = 1;
    const auto module = experiment::load_module(*loaded);
    if (!module.ok()) return fail(module.error());
    launch::Progress progress;
    auto run = experiment::run(*loaded, *module, *settings, machine, progress, trace::Level::none);
    if (!run.ok()) return fail(run.error());
    return std::move(*run);
  }

  std::optional<experiment::Run> run_on_gpu(const std::string& id, const std::string& entry) {
    return run_on(device(), id, entry);
  }

  void expect_same_on_both_machines(const std::string& id, const std::string& entry) {
    const auto simt = simt::make_device();
    const auto here = run_on_gpu(id, entry), there = run_on(*simt, id, entry);
    ASSERT_TRUE(here && there);
    ASSERT_EQ(here->result.outputs.size(), there->result.outputs.size());
    for (std::size_t k = 0; k < here->result.outputs.size(); ++k) {
      EXPECT_TRUE(here->result.outputs[k] == there->result.outputs[k]) << "buffer " << k << " of " << id << ", " << entry;
    }
  }

 private:
  static std::nullopt_t fail(const base::Error& error) {
    ADD_FAILURE() << base::describe(error);
    return std::nullopt;
  }
};

template <typename T>
std::vector<T> output_named(const experiment::Run& run, const std::string& name) {
  const auto found = std::find(run.buffer_names.begin(), run.buffer_names.end(), name);
  if (found == run.buffer_names.end()) return {};
  return values_of<T>(run.result.outputs.at(static_cast<std::size_t>(found - run.buffer_names.begin())));
}

void expect_elements(const std::vector<float>& values, std::size_t reached, float value) {
  ASSERT_EQ(values.size(), 1'000'000u);
  const auto first_rest = values.begin() + static_cast<std::ptrdiff_t>(reached);
  EXPECT_EQ(std::count(values.begin(), first_rest, value), static_cast<std::ptrdiff_t>(reached));
  EXPECT_EQ(std::count(first_rest, values.end(), 0.0f), values.end() - first_rest);
}

TEST_F(GpuExperiment, IncrementReachesWhatItsThreadsReach) {
  const auto guarded = run_on_gpu("increment", "guarded");
  ASSERT_TRUE(guarded);
  EXPECT_EQ(guarded->result.counters.threads, 1'000'192u);
  expect_elements(output_named<float>(*guarded, "a"), 1'000'000, 1.0f);
  const auto small = run_on_gpu("increment", "fixed-grid");
  ASSERT_TRUE(small);
  expect_elements(output_named<float>(*small, "a"), 6'400, 1.0f);
  const auto stride = run_on_gpu("increment", "grid-stride");
  ASSERT_TRUE(stride);
  expect_elements(output_named<float>(*stride, "a"), 1'000'000, 1.0f);
  const auto one = run_on_gpu("increment", "one-thread");
  ASSERT_TRUE(one);
  expect_elements(output_named<float>(*one, "a"), 1, 0.5f);
}

TEST_F(GpuExperiment, TheAtomicCounterCountsEveryThread) {
  const auto run = run_on_gpu("counter", "atomic");
  ASSERT_TRUE(run);
  EXPECT_EQ(output_named<std::int32_t>(*run, "counter"), std::vector<std::int32_t>{1024});
}

TEST_F(GpuExperiment, TheRacyCounterLosesUpdatesButNotAll) {
  const auto run = run_on_gpu("counter", "racy");
  ASSERT_TRUE(run);
  const std::int32_t counter = output_named<std::int32_t>(*run, "counter").at(0);
  EXPECT_GE(counter, 1);
  EXPECT_LT(counter, 1024) << "32 lanes of a warp read the same value, so at most one of their additions counts";
}

/// Counts of the run's samples, in the float arithmetic of kernels/histogram.cu.
std::vector<std::int32_t> counted_here(const experiment::Run& run) {
  const auto& samples = std::get<launch::Buffer>(run.launch.arguments.at(0));
  std::vector<std::int32_t> counts(150, 0);
  for (const float sample : values_of<float>(*samples.initial)) {
    const float position = (sample - -4.0f) / (4.0f - -4.0f) * 150.0f;
    if (position >= 0.0f && position < 150.0f) ++counts[static_cast<std::size_t>(position)];
  }
  return counts;
}

TEST_F(GpuExperiment, AtomicHistogramsCountEverySample) {
  for (const char* entry : {"atomic", "shared"}) {
    const auto run = run_on_gpu("histogram", entry);
    ASSERT_TRUE(run);
    EXPECT_EQ(output_named<std::int32_t>(*run, "counts"), counted_here(*run)) << entry;
  }
}

TEST_F(GpuExperiment, TheRacyHistogramNeverCountsTooMany) {
  const auto run = run_on_gpu("histogram", "racy");
  ASSERT_TRUE(run);
  const auto counts = output_named<std::int32_t>(*run, "counts"), right = counted_here(*run);
  ASSERT_EQ(counts.size(), right.size());
  for (std::size_t bin = 0; bin < right.size(); ++bin) EXPECT_LE(counts[bin], right[bin]) << "bin " << bin;
  EXPECT_LT(std::accumulate(counts.begin(), counts.end(), 0), std::accumulate(right.begin(), right.end(), 0));
}

TEST_F(GpuExperiment, GivesTheSameBitsAsTheSimtMachine) {
  for (const char* entry : {"guarded", "fixed-grid", "grid-stride", "one-thread"})
    expect_same_on_both_machines("increment", entry);
  expect_same_on_both_machines("counter", "atomic");
  for (const char* entry : {"atomic", "shared"}) expect_same_on_both_machines("histogram", entry);
}

}  // namespace
}  // namespace warplens::gpu
