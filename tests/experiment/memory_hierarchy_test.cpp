#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "base/resources.h"
#include "experiment/inputs/inputs.h"
#include "experiment/run.h"
#include "experiment/sweep/measure.h"
#include "experiment/sweep/sweep_run.h"
#include "experiment/sweep/sweep_series.h"
#include "simt/simt_device.h"

// Latency and bandwidth on the SIMT machine: the values measured by the kernels with their own clock match the DeviceSpec.

namespace warplens::experiment {
namespace {

using Ran = Run;  // testing::Test has a Run of its own

const Experiment& experiment(const std::string& id) {
  static const Catalogue catalogue = load_catalogue({base::resource_folder() / "kernels"});
  const Experiment* found = find(catalogue, id);
  EXPECT_NE(found, nullptr) << id;
  return *found;
}

Ran run_of(const Experiment& experiment, const simt::DeviceSpec& spec, const std::vector<std::string>& assignments) {
  auto settings = default_settings(experiment);
  for (const std::string& assignment : in_turn(assignments)) {
    const base::Status status = set(experiment, *settings, assignment);
    EXPECT_TRUE(status.ok()) << assignment << ": " << (status.ok() ? "" : describe(status.error()));
  }
  launch::Progress progress;
  const auto module = load_module(experiment);
  auto run = experiment::run(experiment, *module, *settings, *simt::make_device(spec), progress, trace::Level::none);
  EXPECT_TRUE(run.ok()) << (run.ok() ? "" : describe(run.error()));
  return run.ok() ? std::move(*run) : Ran{};
}

template <typename T>
T first_of(const Ran& run, const std::string& buffer) {
  T value{};
  const auto at = std::find(run.buffer_names.begin(), run.buffer_names.end(), buffer) - run.buffer_names.begin();
  std::memcpy(&value, run.result.outputs.at(static_cast<std::size_t>(at)).data(), sizeof value);
  return value;
}

/// A different latency for every memory, and no jitter. The caches hold 64 and 128 KiB.
simt::DeviceSpec plain_spec() {
  simt::DeviceSpec spec;
  spec.name = "test";
  spec.integer_latency = spec.floating_latency = 5;
  spec.shared_latency = 31;
  spec.l1_latency = 47;
  spec.l1_bytes = 64 * 1024;
  spec.l2_latency = 197;
  spec.memory_latency = 307;
  spec.latency_jitter = 0;
  return spec;
}

TEST(Latency, EachMemoryTakesAsLongAsTheSpecSays) {
  const simt::DeviceSpec spec = plain_spec();
  const std::map<std::string, std::uint32_t> expected{
      {"registers", spec.floating_latency},
      {"constant", spec.shared_latency + spec.integer_latency},  // plus the addition
      {"shared", spec.shared_latency},
      {"local", spec.l1_latency + 1},  // two words, a line each
      {"l1", spec.l1_latency},
      {"l2", spec.l2_latency},
      {"global", spec.memory_latency},
  };
  EXPECT_EQ(experiment("latency").entries.size(), expected.size());
  for (const auto& [entry, cycles] : expected) {
    const std::string kib = entry == "global" ? "1024" : "8";
    const Ran run = run_of(experiment("latency"), spec, {"entry=" + entry, "rounds=16", "kib=" + kib});
    const auto read = first_of<float>(run, "cycles_per_access");
    EXPECT_GE(read, static_cast<float>(cycles)) << entry;
    // The loop overhead, at most 6 instructions of 5 cycles, is shared by 64 accesses.
    EXPECT_LE(read, static_cast<float>(cycles) + 0.5f) << entry;
  }
}

TEST(Latency, JitterStaysWithinTheSpec) {
  const simt::DeviceSpec& toy = simt::two_sm_toy();
  const Ran run = run_of(experiment("latency"), toy, {"entry=l2", "rounds=16", "kib=8"});
  const auto read = static_cast<double>(first_of<float>(run, "cycles_per_access"));
  // The mean of 1,024 values distributed uniformly from latency to latency + jitter, within five standard errors.
  const double middle = toy.l2_latency + toy.latency_jitter / 2.0, error = 5 * toy.latency_jitter / std::sqrt(12.0 * 1024);
  EXPECT_GT(read, middle - error);
  EXPECT_LT(read, middle + error + 1);
}

/// Final position in a ring after steps of 17 links: `steps`, and before them once round the ring in whole rounds of 64.
std::int32_t walked(int links, int steps) {
  int at = 0;
  for (int step = 0; step < links / 64 * 64 + steps; ++step) {
    at += 17;
    while (at >= links) at -= links;
  }
  return at;
}

TEST(Latency, TheChaseEndsAtTheRightLink) {
  const auto ends = [](const std::string& entry, const std::string& kib, const std::string& spacing, int rounds) {
    const Ran run = run_of(experiment("latency"), plain_spec(),
                           {"entry=" + entry, "kib=" + kib, "spacing=" + spacing, "rounds=" + std::to_string(rounds)});
    EXPECT_EQ(run.check.wrong, 0u) << entry;
    return first_of<std::int32_t>(run, "last");
  };
  for (const int rounds : {1, 5}) {
    for (const char* entry : {"l1", "l2", "global", "shared"}) {
      EXPECT_EQ(ends(entry, "16", "128", rounds), walked(128, 64 * rounds)) << entry;
      EXPECT_EQ(ends(entry, "3", "8", rounds), walked(384, 64 * rounds)) << entry;
      EXPECT_EQ(ends(entry, "1", "1024", rounds), walked(1, 64 * rounds)) << entry;
    }
    EXPECT_EQ(ends("local", "1", "128", rounds), walked(64, 64 * rounds));
    EXPECT_EQ(ends("constant", "1", "128", rounds), walked(64, 64 * rounds));
    EXPECT_EQ(ends("registers", "1", "128", rounds), 64 * rounds);
  }
}

TEST(Latency, TheSweepIsATableOfAllMemories) {
  const auto machine = simt::make_device(plain_spec());
  SweepProgress progress;
  const Experiment& latency = experiment("latency");
  const auto result = run_sweep(latency, *find_sweep(latency, "hierarchy"), {machine.get(), nullptr, "no GPU here"}, progress);
  ASSERT_TRUE(result.ok());
  const std::vector<SweepPanel> panels = panels_of(latency, result->sweep, result->points);
  ASSERT_EQ(panels.size(), 1u);
  EXPECT_EQ(panels[0].origin, launch::Origin::modelled);
  EXPECT_EQ(panels[0].unit, "cycles");
  std::vector<std::string> labels;
  for (const SweepSeries& series : panels[0].series) {
    labels.push_back(series.label);
    EXPECT_EQ(series.points.size(), 1u);
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"registers", "constant", "shared", "local", "l1", "l2", "global"}));
}

TEST(Bandwidth, MovesWhatItSays) {
  for (const char* entry : {"4-bytes", "8-bytes", "16-bytes"})
    for (const std::uint64_t n : {4u, 36u, 1000u, 4099u}) {
      const Ran run = run_of(experiment("bandwidth"), plain_spec(), {std::string("entry=") + entry, "n=" + std::to_string(n)});
      EXPECT_EQ(run.check.wrong, 0u);
      const std::uint64_t copied = n / 4 * 4;  // elements of 4 bytes, read and written
      EXPECT_EQ(*bytes_moved(experiment("bandwidth"), run.settings), 2 * 4 * copied);
      EXPECT_EQ(run.result.counters.load_bytes_asked, 4 * copied) << entry << " " << n;
      EXPECT_EQ(run.result.counters.store_bytes_asked, 4 * copied) << entry << " " << n;
    }
}

TEST(Bandwidth, IsBytesOverTimeOnEitherMachine) {
  Ran run = run_of(experiment("bandwidth"), plain_spec(), {"n=1000"});
  const Finished finished{experiment("bandwidth"), run.settings, run.launch, run.result};
  EXPECT_DOUBLE_EQ(*measure_named("bandwidth")->of(finished), 8000.0 / static_cast<double>(run.result.counters.cycles));
  EXPECT_FALSE(measure_named("bandwidth-gpu")->of(finished));  // not timed by a GPU
  run.result.timing.kernel_ms = 0.002;
  EXPECT_DOUBLE_EQ(*measure_named("bandwidth-gpu")->of(finished), 4.0);  // 8,000 bytes in 2 µs
  EXPECT_FALSE(measure_named("access")->of(finished));                   // the kernel reads no clock
}

}  // namespace
}  // namespace warplens::experiment
