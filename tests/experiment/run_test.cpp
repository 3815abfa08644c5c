#include "experiment/run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "analysis/access_map.h"
#include "analysis/line_counts.h"
#include "analysis/lost_updates.h"
#include "base/resources.h"
#include "simt/simt_device.h"
#include "tests/experiment/largest_size.h"

// The three experiments from file to check, on the SIMT machine, compared with results computed here.

namespace warplens::experiment {
namespace {

/// testing::Test has a Run of its own.
using Ran = Run;

class Experiments : public testing::Test {
 protected:
  static void SetUpTestSuite() { catalogue_ = new Catalogue(load_catalogue({base::resource_folder() / "kernels"})); }
  static void TearDownTestSuite() { delete catalogue_; }

  static const Experiment& experiment(const std::string& id) {
    const Experiment* found = find(*catalogue_, id);
    EXPECT_NE(found, nullptr) << id;
    return *found;
  }

  static Settings settings(const std::string& id, const std::vector<std::string>& assignments) {
    base::Result<Settings> settings = default_settings(experiment(id));
    EXPECT_TRUE(settings.ok());
    for (const std::string& assignment : assignments) {
      const base::Status status = set(experiment(id), *settings, assignment);
      EXPECT_TRUE(status.ok()) << assignment << ": " << describe(status.error());
    }
    return *settings;
  }

  static Ran run(const std::string& id, const std::vector<std::string>& assignments, trace::Level level = trace::Level::memory) {
    const auto module = load_module(experiment(id));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : describe(module.error()));
    const auto device = simt::make_device();
    launch::Progress progress;
    base::Result<Ran> run = experiment::run(experiment(id), *module, settings(id, assignments), *device, progress, level);
    EXPECT_TRUE(run.ok()) << (run.ok() ? "" : describe(run.error()));
    if (!run) return {};
    EXPECT_FALSE(run->result.fault.has_value()) << run->result.fault->message;
    return std::move(*run);
  }

  template <typename T>
  static std::vector<T> output(const Ran& run, std::size_t buffer) {
    std::vector<T> values(run.result.outputs.at(buffer).size() / sizeof(T));
    std::memcpy(values.data(), run.result.outputs[buffer].data(), values.size() * sizeof(T));
    return values;
  }

  inline static Catalogue* catalogue_ = nullptr;
};

TEST_F(Experiments, AllLoad) {
  for (const base::Error& error : catalogue_->errors) ADD_FAILURE() << describe(error);
  EXPECT_FALSE(catalogue_->experiments.empty());
  for (const Experiment& experiment : catalogue_->experiments) EXPECT_FALSE(experiment.ptx.empty()) << experiment.id;
}

class IncrementSizes : public Experiments, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(IncrementSizes, GuardedReachesEveryElementOnce) {
  const std::uint32_t n = GetParam();
  const Ran run = this->run("increment", {"n=" + std::to_string(n)});
  const std::uint32_t blocks = (n + 255) / 256;
  EXPECT_EQ(run.launch.grid, (base::Dim3{blocks, 1, 1}));
  EXPECT_EQ(run.launch.block, (base::Dim3{256, 1, 1}));
  EXPECT_EQ(output<float>(run, 0), std::vector<float>(n, 1.0f));
  EXPECT_EQ(run.check.wrong, 0u);
  EXPECT_EQ(run.check.actual_sum, n);
  EXPECT_EQ(run.result.counters.threads, blocks * 256u);
  ASSERT_EQ(run.result.trace.truncation, trace::Truncation::none);
  const analysis::AccessMap map = analysis::access_map(run.result.trace, 0, n, 4);
  EXPECT_EQ(map.touched_once, n);
  EXPECT_EQ(map.threads_without, blocks * 256u - n);
  EXPECT_EQ(map.reads, std::vector<std::uint32_t>(n, 1));
  EXPECT_EQ(map.writes, std::vector<std::uint32_t>(n, 1));
  std::vector<std::uint32_t> threads(n);
  std::iota(threads.begin(), threads.end(), 0u);
  EXPECT_EQ(map.first_thread, threads);
  EXPECT_EQ(analysis::lost_updates(run.result.trace, 0, n, 4).total, 0u);
}

TEST_P(IncrementSizes, GridStrideReachesEveryElement) {
  const std::uint32_t n = GetParam();
  const Ran run = this->run("increment", {"n=" + std::to_string(n), "entry=grid-stride"});
  EXPECT_EQ(output<float>(run, 0), std::vector<float>(n, 1.0f));
  EXPECT_EQ(run.check.wrong, 0u);
  if (run.result.trace.truncation != trace::Truncation::none) return;
  const analysis::AccessMap map = analysis::access_map(run.result.trace, 0, n, 4);
  std::vector<std::uint32_t> threads(n);
  for (std::uint32_t element = 0; element < n; ++element) threads[element] = element % 6400;
  EXPECT_EQ(map.first_thread, threads);
  EXPECT_EQ(map.threads_without, n < 6400 ? 6400 - n : 0);
}

TEST_P(IncrementSizes, SmallGridReaches6400Elements) {
  const std::uint32_t n = GetParam(), reached = std::min(n, 6400u);
  const Ran run = this->run("increment", {"n=" + std::to_string(n), "entry=fixed-grid"});
  std::vector<float> expected(n, 0.0f);
  std::fill_n(expected.begin(), reached, 1.0f);
  EXPECT_EQ(output<float>(run, 0), expected);
  EXPECT_EQ(run.check.wrong, n - reached);
  EXPECT_EQ(run.check.first_wrong, n > 6400 ? 6400u : 0u);
}

TEST_P(IncrementSizes, OneThreadReachesElementZero) {
  const std::uint32_t n = GetParam();
  const Ran run = this->run("increment", {"n=" + std::to_string(n), "entry=one-thread"});
  std::vector<float> expected(n, 0.0f);
  expected[0] = 0.5f;
  EXPECT_EQ(output<float>(run, 0), expected);
  EXPECT_EQ(run.check.wrong, n - 1);
}

INSTANTIATE_TEST_SUITE_P(N, IncrementSizes, testing::Values(1, 31, 33, 6400, largest_size));

TEST_F(Experiments, IncrementByDefaultHas192IdleThreads) {
  const Ran run = this->run("increment", {});
  EXPECT_EQ(run.launch.grid.x, 3907u);
  EXPECT_EQ(run.result.counters.threads, 1'000'192u);
  EXPECT_EQ(analysis::access_map(run.result.trace, 0, 1'000'000, 4).threads_without, 192u);
}

struct CounterShape {
  std::uint32_t grid, block;
};
class CounterShapes : public Experiments, public testing::WithParamInterface<CounterShape> {
 protected:
  std::vector<std::string> shape(const char* entry) const {
    return {std::string("entry=") + entry, "repeats=5", "block=" + std::to_string(GetParam().block),
            "grid=" + std::to_string(GetParam().grid)};
  }
};

TEST_P(CounterShapes, AtomicLosesNothing) {
  const std::uint32_t threads = GetParam().grid * GetParam().block;
  const Ran run = this->run("counter", shape("atomic"));
  EXPECT_EQ(run.check.wrong, 0u);
  EXPECT_EQ(run.check.expected, std::vector<double>{static_cast<double>(threads)});
  EXPECT_EQ(run.repeats, std::vector<double>(5, threads));
  EXPECT_EQ(analysis::lost_updates(run.result.trace, 0, 1, 4).total, 0u);
}

TEST_P(CounterShapes, RacyGotPlusLostIsTheUpdates) {
  const std::uint32_t threads = GetParam().grid * GetParam().block;
  for (const char* schedule : {"timed", "round-robin", "random"}) {
    std::vector<std::string> assignments = shape("racy");
    assignments.push_back(std::string("schedule=") + schedule);
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      assignments.push_back("seed=" + std::to_string(seed));
      const Ran run = this->run("counter", assignments);
      const auto got = output<std::int32_t>(run, 0)[0];
      const analysis::ElementHistory history = analysis::element_history(run.result.trace, 0, 0, 4);
      EXPECT_EQ(history.updates.size(), threads) << schedule;
      EXPECT_EQ(static_cast<std::uint64_t>(got) + history.lost, threads) << schedule;
      EXPECT_EQ(analysis::lost_updates(run.result.trace, 0, 1, 4).total, history.lost) << schedule;
      EXPECT_EQ(run.repeats.front(), got);
      EXPECT_GE(got, 1);
      EXPECT_LE(static_cast<std::uint32_t>(got),
                GetParam().grid * ((GetParam().block + 31) / 32));  // the lanes of a warp read together
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, CounterShapes,
                         testing::Values(CounterShape{32, 32}, CounterShape{1, 1}, CounterShape{1, 31}, CounterShape{1, 33},
                                         CounterShape{7, 100}, CounterShape{100, 1}, CounterShape{3, 1024}));

TEST_F(Experiments, CounterRepeatsDifferBySeedAndComeAgain) {
  const Ran first = this->run("counter", {"entry=racy"}), again = this->run("counter", {"entry=racy"});
  EXPECT_EQ(first.repeats.size(), 100u);
  EXPECT_EQ(first.repeats, again.repeats);
  EXPECT_EQ(first.result.trace, again.result.trace);
  const Ran third = this->run("counter", {"entry=racy", "seed=3", "repeats=1"});
  EXPECT_EQ(third.repeats.front(), first.repeats[2]);  // repeat k has seed + k
}

TEST_F(Experiments, CounterLinesRanOncePerThread) {
  const Ran run = this->run("counter", {"entry=racy", "repeats=1"}, trace::Level::full);
  const auto& files = run.launch.module->files;
  const auto file =
      std::find_if(files.begin(), files.end(), [](const std::string& path) { return path.ends_with("counter.cu"); });
  ASSERT_NE(file, files.end());
  const analysis::LineCounts lines = analysis::line_counts(run.result.trace, *run.launch.module, run.launch.entry,
                                                           static_cast<std::uint32_t>(file - files.begin()));
  const auto line = std::find_if(lines.writes.begin(), lines.writes.end(), [](std::uint64_t writes) { return writes > 0; }) -
                    lines.writes.begin();
  ASSERT_LT(static_cast<std::size_t>(line), lines.line.size());
  EXPECT_EQ(lines.threads[static_cast<std::size_t>(line)], 1024u);
  EXPECT_EQ(lines.reads[static_cast<std::size_t>(line)], 1024u);
}

/// Histogram computed with the kernel's float formula.
std::vector<std::int32_t> plain_histogram(const std::vector<float>& samples, std::int32_t bins, float low, float high) {
  std::vector<std::int32_t> counts(static_cast<std::size_t>(bins), 0);
  for (const float sample : samples) {
    volatile float shifted = sample - low;  // volatile: each operation is rounded to float
    volatile float scaled = shifted / (high - low);
    volatile float position = scaled * static_cast<float>(bins);
    if (position >= 0.0f && position < static_cast<float>(bins)) ++counts[static_cast<std::size_t>(std::floor(position))];
  }
  return counts;
}

class HistogramSizes : public Experiments, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(HistogramSizes, AtomicAndSharedCountEverySample) {
  for (const char* entry : {"atomic", "shared"}) {
    const Ran run =
        this->run("histogram", {"n=" + std::to_string(GetParam()), std::string("entry=") + entry}, trace::Level::none);
    const std::vector<float> samples = output<float>(run, 0);
    ASSERT_EQ(samples.size(), GetParam());
    EXPECT_EQ(output<std::int32_t>(run, 1), plain_histogram(samples, 150, -4, 4)) << entry;
    EXPECT_EQ(run.check.wrong, 0u) << entry;
    EXPECT_EQ(run.check.actual_sum, run.check.expected_sum) << entry;
  }
}

TEST_P(HistogramSizes, RacyLosesWhatIsMissing) {
  // A grid small enough for the complete trace.
  const Ran run = this->run("histogram", {"n=" + std::to_string(GetParam()), "entry=racy", "grid=16"});
  ASSERT_EQ(run.result.trace.truncation, trace::Truncation::none);
  const std::vector<std::int32_t> expected = plain_histogram(output<float>(run, 0), 150, -4, 4),
                                  got = output<std::int32_t>(run, 1);
  const analysis::LostUpdates lost = analysis::lost_updates(run.result.trace, 1, 150, 4);
  std::vector<std::int32_t> with_lost = got;
  for (std::size_t row = 0; row < lost.element.size(); ++row)
    with_lost[lost.element[row]] += static_cast<std::int32_t>(lost.lost[row]);
  EXPECT_EQ(with_lost, expected);
  std::uint64_t wrong = 0;
  for (std::size_t bin = 0; bin < expected.size(); ++bin) wrong += expected[bin] != got[bin];
  EXPECT_EQ(run.check.wrong, wrong);
}

INSTANTIATE_TEST_SUITE_P(N, HistogramSizes, testing::Values(1, 31, 33, 20'011, largest_size - 3, largest_size));

TEST_F(Experiments, HistogramWithOtherBinsAndRanges) {
  for (const char* assignment : {"bins=1", "bins=4096", "low=0", "high=-4", "low=4"}) {
    const Ran run = this->run("histogram", {"n=10007", "entry=shared", assignment}, trace::Level::none);
    EXPECT_EQ(run.check.wrong, 0u) << assignment;
  }
}

TEST_F(Experiments, AnotherSeedDrawsOtherSamples) {
  const Ran one = this->run("histogram", {"n=1000"}), two = this->run("histogram", {"n=1000", "seed=2"});
  EXPECT_NE(output<float>(one, 0), output<float>(two, 0));
}

TEST_F(Experiments, GeometryGivesTheSameSumByTheSameWarps) {
  for (const char* entry : {"1d", "2d", "3d", "rows"}) {
    const Ran run = this->run("geometry", {std::string("entry=") + entry}, trace::Level::none);
    EXPECT_EQ(output<std::int32_t>(run, 1), std::vector<std::int32_t>{511 * 512 / 2}) << entry;
    EXPECT_EQ(run.result.counters.threads, 512u) << entry;
    EXPECT_EQ(run.result.counters.warps, 16u) << entry;
    EXPECT_EQ(run.result.counters.global_sectors, 80u) << entry;  // 64 for 512 elements of 4 bytes, and one per warp for its sum
  }
}

TEST_F(Experiments, ARefusedGeometryIsAnErrorWithItsReason) {
  const auto module = load_module(experiment("counter"));
  ASSERT_TRUE(module.ok());
  for (const auto& [assignment, message] : std::vector<std::pair<std::string, std::string>>{{"block=32,32,32", "32,768 threads"},
                                                                                            {"block=0", "at least 1"},
                                                                                            {"grid=0", "at least 1"},
                                                                                            {"grid=1,65536", "65,535"},
                                                                                            {"block=1,1,65", "64"}}) {
    const auto launch = make_launch(experiment("counter"), *module, settings("counter", {assignment}));
    ASSERT_FALSE(launch.ok()) << assignment;
    EXPECT_NE(launch.error().message.find(message), std::string::npos) << launch.error().message;
  }
  Settings beyond = settings("counter", {});
  beyond.entry = 7;
  EXPECT_FALSE(make_launch(experiment("counter"), *module, beyond).ok());
  Settings outside = settings("increment", {});
  outside.parameters["n"] = 1e30;
  EXPECT_FALSE(make_launch(experiment("increment"), *load_module(experiment("increment")), outside).ok());
  const auto large = make_launch(experiment("crossover"), *load_module(experiment("crossover")),
                                 settings("crossover", {"entry=many-series", "n=16777216"}));
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(base::describe(large.error()),
            "error: the size of 'source' is 4,294,967,296; the most there can be is 2,147,483,648");
}

TEST_F(Experiments, ABlockThatAKernelIsNotWrittenForIsRefusedInWords) {
  struct Case {
    const char *id, *entry;
    std::vector<std::string> fine, refused;
  };
  const std::vector<std::string> odd{"block=1", "block=25", "block=31", "block=33", "block=1000"};
  for (const Case& one :
       {Case{"matrix_multiplication",
             "tiled",
             {"block=16,16"},
             {"block=1", "block=25", "block=256", "block=8,8", "block=16,16,2"}},
        Case{"matrix_multiplication", "any-tile", {"edge=1", "edge=31"}, {"block=16,16", "block=8"}},
        Case{"matrix_multiplication", "atomic-products", {"n=1", "n=1000"}, {"block=55", "block=57", "block=56,2"}},
        Case{"reduction", "shuffle", {"block=32", "block=992"}, odd},
        Case{"reduction", "grid-stride", {"block=32", "block=992"}, odd}, Case{"scan", "shuffle", {"block=32", "block=992"}, odd},
        Case{"scan", "chained", {"block=32", "block=992"}, odd},
        Case{"scan", "tree", {"block=1", "block=64", "block=1024"}, {"block=3", "block=25", "block=33", "block=1000"}}}) {
    const auto module = load_module(experiment(one.id));
    ASSERT_TRUE(module.ok());
    const auto launch = [&](const std::string& assignment) {
      return make_launch(experiment(one.id), *module, settings(one.id, {std::string("entry=") + one.entry, assignment}));
    };
    for (const std::string& assignment : one.fine) EXPECT_TRUE(launch(assignment).ok()) << one.entry << " " << assignment;
    for (const std::string& assignment : one.refused) {
      const auto refused = launch(assignment);
      ASSERT_FALSE(refused.ok()) << one.entry << " " << assignment;
      const std::string begin = std::string("'") + one.entry + "' needs ";
      EXPECT_EQ(refused.error().message.substr(0, begin.size()), begin);
      EXPECT_TRUE(refused.error().file.empty()) << "what a person chose is not the file's mistake";
    }
  }
}

TEST_F(Experiments, CancelKeepsWhatThereIs) {
  const auto module = load_module(experiment("counter"));
  ASSERT_TRUE(module.ok());
  const auto device = simt::make_device();
  launch::Progress progress;
  progress.cancel = true;
  const auto run = experiment::run(experiment("counter"), *module, settings("counter", {}), *device, progress);
  ASSERT_TRUE(run.ok()) << describe(run.error());
  EXPECT_LE(run->repeats.size(), 1u);
}

}  // namespace
}  // namespace warplens::experiment
