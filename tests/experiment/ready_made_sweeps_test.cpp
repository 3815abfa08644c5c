#include <gtest/gtest.h>

#include <map>

#include "base/resources.h"
#include "experiment/sweep/sweep_run.h"
#include "launch/costs/spread.h"
#include "simt/simt_device.h"

// The sweeps that come with the experiments on memory show what hardware does, on the toy and on the models of real cards.

namespace warplens::experiment {
namespace {

const Experiment& ready_made(const std::string& id) {
  static const Catalogue catalogue = load_catalogue({base::resource_folder() / "kernels"});
  const Experiment* const found = find(catalogue, id);
  if (found == nullptr) throw std::runtime_error("no experiment " + id);
  return *found;
}

/// The values of one measure of a sweep of an entry, by the swept number. Of `values` alone, if given.
std::map<double, double> curve(const std::string& spec, const std::string& id, const std::string& label,
                               const std::string& measure, const std::string& entry, const std::string& values = "") {
  const Experiment& swept = ready_made(id);
  Sweep sweep = *find_sweep(swept, label);
  EXPECT_TRUE(std::ranges::find(sweep.measures, measure) != sweep.measures.end()) << id << " does not measure " << measure;
  sweep.measures = {measure};
  sweep.relative_to.clear();
  if (!values.empty()) sweep.values = values;
  const auto found = std::ranges::find(swept.entries, entry, &Entry::label);
  sweep.entries = {static_cast<std::uint32_t>(found - swept.entries.begin())};
  const auto machine = simt::make_device(*simt::device_spec_named(spec));
  SweepProgress progress;
  const auto result = run_sweep(swept, sweep, {machine.get(), nullptr, "no GPU here"}, progress);
  if (!result) throw std::runtime_error(base::describe(result.error()));
  std::map<double, double> points;
  for (const SweepPoint& point : result->points)
    if (!point.samples.empty()) points[point.value] = launch::spread_of(point.samples).median;
  return points;
}

class ReadyMadeSweep : public testing::TestWithParam<const char*> {};

TEST_P(ReadyMadeSweep, OfCoalescingCostsWhatTheSectorsSay) {
  auto cycles = curve(GetParam(), "coalescing", "stride", "simt", "neighbours");
  EXPECT_GE(cycles[8], 2 * cycles[1]) << "the launch is a part of both";
  EXPECT_GE(cycles[4], 1.3 * cycles[1]);
  EXPECT_LE(cycles[32], 1.1 * cycles[8]) << "no more sectors than one a lane";
}

TEST_P(ReadyMadeSweep, OfBanksCostsItsPasses) {
  auto cycles = curve(GetParam(), "banks", "stride", "simt", "words", "0,1,2,4,8,16,31,32,33");
  EXPECT_GE(cycles[32], 1.5 * cycles[1]) << "of few warps, whose latency counts";
  for (const double ways : {2.0, 4.0, 8.0, 16.0}) EXPECT_GT(cycles[2 * ways], cycles[ways]);
  for (const double free : {0.0, 31.0, 33.0}) EXPECT_NEAR(cycles[free] / cycles[1], 1, 0.1) << free;
}

TEST_P(ReadyMadeSweep, OfLatencyHidingHalvesUntilItCannot) {
  auto cycles = curve(GetParam(), "latency_hiding", "warps", "simt", "one");
  EXPECT_NEAR(cycles[32] / cycles[64], 2, 0.3);
  EXPECT_GT(cycles[64], cycles[128]);
  EXPECT_GE(cycles[32] / cycles[64], cycles[512] / cycles[1024] - 0.1) << "the gain becomes no larger";
}

INSTANTIATE_TEST_SUITE_P(Cards, ReadyMadeSweep, testing::Values("toy", "a100", "rtx-2080-ti"),
                         [](const auto& info) { return std::string(info.param).substr(0, 3); });

TEST(ReadyMadeSweeps, OfCachesHasAStepWhereEachIsFull) {
  const simt::DeviceSpec& toy = simt::two_sm_toy();
  auto cycles = curve("toy", "latency", "footprint", "access", "l1", "4,8,64,1024");
  EXPECT_LE(cycles[8], toy.l1_latency + 2.0) << "it fits into L1";
  EXPECT_GE(cycles[64], toy.l2_latency) << "twice as much as L1 has";
  EXPECT_GE(cycles[1024], toy.memory_latency) << "eight times as much as L2 has";
  EXPECT_GT(cycles[1024], 1.2 * cycles[64]);
}

TEST(ReadyMadeSweeps, OfBlockSizesDoesTheSameWorkEverywhere) {
  auto threads = curve("toy", "blocks", "rules-of-thumb", "simt", "same-threads");
  ASSERT_EQ(threads.size(), 6u) << "32 to 1,024";
  EXPECT_GT(threads[32], 1.3 * threads[256]) << "small blocks fill a quarter of a multiprocessor";
  const Experiment& blocks = ready_made("blocks");
  const auto entry = std::ranges::find(blocks.entries, "same-threads", &Entry::label);
  for (const char* block : {"32", "256", "1024"}) {
    auto settings = default_settings(blocks, static_cast<std::uint32_t>(entry - blocks.entries.begin()));
    ASSERT_TRUE(settings);
    ASSERT_TRUE(set(blocks, *settings, std::string("block=") + block));
    EXPECT_EQ(base::count(settings->grid) * base::count(settings->block), 8192u) << block;
  }
}

TEST(ReadyMadeSweeps, OfBandwidthGainsLittleByWiderLoads) {
  double most = 0, least = 1e9;
  for (const char* entry : {"4-bytes", "16-bytes"}) {
    const double value = curve("a100", "bandwidth", "size", "bandwidth", entry, "1048576").begin()->second;
    most = std::max(most, value);
    least = std::min(least, value);
  }
  EXPECT_LT(most, 1.3 * least) << "memory limits both";
  EXPECT_LE(most, 1555e3 / 1410);
}

}  // namespace
}  // namespace warplens::experiment
