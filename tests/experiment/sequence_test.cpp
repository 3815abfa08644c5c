#include "experiment/sequence.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "experiment/kernel_file/describe.h"
#include "experiment/kernel_file/experiment_file.h"
#include "experiment/run.h"
#include "simt/simt_device.h"
#include "tests/scratch_folder.h"

// Several kernels in a row on the same buffers, and the files that describe them.

namespace warplens::experiment {
namespace {

const char* const steps_source = R"(
__device__ int calls = 0;
__global__ void fill(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
  if (i == 0) calls += 10;
}
__global__ void twice(const int* a, int* b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];
  if (i == 0) calls += 1;
}
__global__ void total(const int* b, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, b[i]);
  if (i == 0) atomicAdd(sum, calls * 1000000);
}
)";

class Sequence : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "steps.cu") << steps_source;
  }
  ~Sequence() override { std::filesystem::remove_all(folder_); }

  std::string text() const {
    const auto made = sequence_text(signatures_of(steps_source), folder_ / "steps.cu");
    EXPECT_TRUE(made) << base::describe(made.error());
    return made ? *made : "";
  }
  Experiment opened(const std::string& text) const {
    auto experiment = parse_experiment(text, folder_ / "steps.toml");
    EXPECT_TRUE(experiment) << base::describe(experiment.error());
    return experiment ? *experiment : Experiment();
  }
  static Settings settings(const Experiment& experiment, const std::vector<std::string>& assignments) {
    Settings chosen = *default_settings(experiment);
    for (const std::string& each : assignments) {
      const base::Status status = set(experiment, chosen, each);
      EXPECT_TRUE(status.ok()) << base::describe(status.error());
    }
    return chosen;
  }
  static base::Result<experiment::Run> run(const Experiment& experiment, const Settings& settings) {
    const auto module = load_module(experiment);
    if (!module) return module.error();
    launch::Progress progress;
    return experiment::run(experiment, *module, settings, *simt::make_device(), progress);
  }
  static std::vector<int> buffer(const experiment::Run& run, const std::string& name) {
    const auto at = static_cast<std::size_t>(std::ranges::find(run.buffer_names, name) - run.buffer_names.begin());
    std::vector<int> values(run.result.outputs.at(at).size() / sizeof(int));
    std::memcpy(values.data(), run.result.outputs[at].data(), run.result.outputs[at].size());
    return values;
  }

  const std::filesystem::path folder_ = scratch("sequence");
};

TEST_F(Sequence, EachLaunchSeesWhatThoseBeforeItLeft) {
  const Experiment steps = opened(text());
  ASSERT_EQ(steps.entries.size(), 3u);
  const auto first = run(steps, settings(steps, {"n=100"}));
  ASSERT_TRUE(first) << base::describe(first.error());
  EXPECT_EQ(buffer(*first, "a").at(99), 99);

  const auto last = run(steps, settings(steps, {"n=100", "entry=total"}));
  ASSERT_TRUE(last) << base::describe(last.error());
  EXPECT_EQ(buffer(*last, "b").at(99), 198);
  // 2 · (0 + … + 99), and the variable that both kernels before have changed.
  EXPECT_EQ(buffer(*last, "sum").at(0), 9900 + 11 * 1'000'000);
}

TEST_F(Sequence, EveryLaunchKeepsItsOwnGeometry) {
  const Experiment steps = opened(text());
  Settings chosen = settings(steps, {"n=1000", "fill.block=32", "twice.grid=3"});
  const auto extents = [&](std::uint32_t entry) {
    const Settings own = entry == chosen.entry ? chosen : settings_of_entry(steps, chosen, entry);
    return std::pair(own.grid.x, own.block.x);
  };
  EXPECT_EQ(extents(0), std::pair(32u, 32u)) << "the grid follows";
  EXPECT_EQ(extents(1), std::pair(3u, 256u));
  EXPECT_EQ(extents(2), std::pair(4u, 256u));
  ASSERT_TRUE(choose_launch(steps, chosen, 1).ok());
  EXPECT_EQ(extents(0), std::pair(32u, 32u));
  EXPECT_EQ(extents(1), std::pair(3u, 256u));
  ASSERT_TRUE(set(steps, chosen, "block=64").ok());
  ASSERT_TRUE(choose_launch(steps, chosen, 2).ok());
  EXPECT_EQ(extents(0), std::pair(32u, 32u));
  EXPECT_EQ(extents(1), std::pair(16u, 64u));
  ASSERT_TRUE(set(steps, chosen, "n=64").ok());
  EXPECT_EQ(extents(0), std::pair(2u, 32u));
  EXPECT_EQ(extents(1), std::pair(1u, 64u));
  ASSERT_TRUE(choose_launch(steps, chosen, 0).ok());
  EXPECT_EQ(extents(1), std::pair(1u, 64u));
  EXPECT_FALSE(set(steps, chosen, "nobody.block=64").ok());
}

TEST_F(Sequence, ALaunchThatFailsIsNamed) {
  Experiment steps = opened(text());
  const auto failed = run(steps, settings(steps, {"entry=total", "fill.grid=1", "fill.block=2000"}));
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("'fill'"), std::string::npos) << failed.error().message;
  std::ofstream(folder_ / "steps.cu") << "__global__ void fill(int* a, int n) { a[n + threadIdx.x] = 0; }\n"
                                         "__global__ void twice(const int* a, int* b, int n) {}\n"
                                         "__global__ void total(const int* b, int* sum, int n) {}\n";
  const auto outside = run(steps, settings(steps, {"entry=total"}));
  ASSERT_FALSE(outside);
  EXPECT_NE(outside.error().message.find("'fill'"), std::string::npos) << outside.error().message;
  EXPECT_EQ(outside.error().line, 1);
}

TEST_F(Sequence, RepeatsRunTheWholeRow) {
  const Experiment steps = opened(text());
  const auto last = run(steps, settings(steps, {"n=10", "entry=total", "repeats=3"}));
  ASSERT_TRUE(last) << base::describe(last.error());
  EXPECT_EQ(last->repeats, (std::vector<double>{11'000'090, 11'000'090, 11'000'090}));
}

TEST_F(Sequence, ItsReferenceIsOfTheLastLaunch) {
  const Experiment steps =
      opened(text() + "\n[reference]\noutput = \"sum\"\nexpression = \"i == 0 ? n * (n - 1) + 11 * 1000000 : 0\"\n");
  const auto last = run(steps, settings(steps, {"entry=total"}));
  ASSERT_TRUE(last) << base::describe(last.error());
  EXPECT_EQ(last->check.expected.size(), 1000u);
  EXPECT_EQ(last->check.wrong, 0u);
  const auto first = run(steps, settings(steps, {"entry=fill"}));
  ASSERT_TRUE(first) << base::describe(first.error());
  EXPECT_TRUE(first->check.expected.empty());
}

TEST_F(Sequence, LaunchesAreRepeatedMovedRemovedAndGivenOtherBuffers) {
  const auto labels = [&](const base::Result<std::string>& text) {
    std::string all;
    if (!text) return all;
    for (const Entry& entry : opened(*text).entries) all += entry.label + ";";
    return all;
  };
  const auto repeated = with_launch_repeated(text(), 1);
  EXPECT_EQ(labels(repeated), "fill;twice;twice 2;total;");
  EXPECT_EQ(labels(with_launch_repeated(*repeated, 1)), "fill;twice;twice 3;twice 2;total;");
  EXPECT_EQ(labels(with_launch_moved(*repeated, 3, 0)), "total;fill;twice;twice 2;");
  EXPECT_EQ(labels(without_launch(*repeated, 0)), "twice;twice 2;total;");
  EXPECT_FALSE(without_launch(*repeated, 4));
  EXPECT_FALSE(with_launch_moved(*repeated, 0, 4));
  EXPECT_FALSE(with_argument(text(), 1, 3, "a"));

  // fill a, b = 2 a, a = 2 b, total of b: then of a.
  auto changed = with_argument(*repeated, 2, 0, "b");
  ASSERT_TRUE(changed);
  changed = with_argument(*changed, 2, 1, "a");
  ASSERT_TRUE(changed);
  changed = with_argument(*changed, 3, 0, "a");
  ASSERT_TRUE(changed);
  const Experiment steps = opened(*changed);
  const auto last = run(steps, settings(steps, {"n=10", "entry=total"}));
  ASSERT_TRUE(last) << base::describe(last.error());
  EXPECT_EQ(buffer(*last, "sum").at(0), 4 * 45 + 12 * 1'000'000);
}

TEST_F(Sequence, NamesThatMeanDifferentThingsAreToldApart) {
  const std::string source =
      "__global__ void one(int* data, int n, float k) { data[threadIdx.x] = n; }\n"
      "__global__ void two(float* data, int n, int k) { data[threadIdx.x] = k + n; }\n";
  const auto made = sequence_text(signatures_of(source), folder_ / "steps.cu");
  ASSERT_TRUE(made) << base::describe(made.error());
  const Experiment experiment = opened(*made);
  EXPECT_EQ(experiment.entries.at(0).arguments, (std::vector<std::string>{"data", "n", "k"}));
  EXPECT_EQ(experiment.entries.at(1).arguments, (std::vector<std::string>{"two.data", "n", "two.k"}));
  EXPECT_EQ(experiment.entries.at(1).shown, "two.data");
  EXPECT_EQ(experiment.parameters.size(), 3u);
  EXPECT_FALSE(sequence_text(signatures_of("__global__ void one(int* data, int n) {}"), "one.cu"));
}

}  // namespace
}  // namespace warplens::experiment
