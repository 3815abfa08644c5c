#include "experiment/check/check.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/resources.h"
#include "simt/simt_device.h"

// Two machines compared; here two presets of the SIMT machine.

namespace warplens::experiment {
namespace {

Comparison compared(const std::string& id, const std::string& entry, std::uint32_t repeats = 1) {
  const auto loaded = load_experiment(base::resource_folder() / "kernels" / (id + ".toml"));
  if (!loaded) throw std::runtime_error(base::describe(loaded.error()));
  auto settings = default_settings(*loaded);
  if (!settings || !set(*loaded, *settings, "entry=" + entry)) throw std::runtime_error("no entry " + entry);
  settings->repeats = repeats;
  const auto module = load_module(*loaded);
  if (!module) throw std::runtime_error(base::describe(module.error()));
  const auto& specs = simt::device_specs();
  const auto toy = simt::make_device(specs.front()), card = simt::make_device(specs.back());
  launch::Progress progress;
  const auto first = run(*loaded, *module, *settings, *toy, progress, trace::Level::memory);
  const auto second = run(*loaded, *module, *settings, *card, progress, trace::Level::memory);
  if (!first || !second) throw std::runtime_error("a run failed");
  EXPECT_NE(first->result.multiprocessors, second->result.multiprocessors);
  return compare(*first, *second);
}

TEST(Comparison, AnAtomicCounterIsTheSameEverywhere) {
  const Comparison comparison = compared("counter", "atomic");
  ASSERT_EQ(comparison.outputs.size(), 1u);
  EXPECT_EQ(comparison.outputs[0].name, "counter");
  EXPECT_EQ(comparison.outputs[0].elements, 1u);
  EXPECT_TRUE(comparison.same());
}

TEST(Comparison, ARacyCounterHangsOnTheMachine) {
  const Comparison comparison = compared("counter", "racy", 5);
  ASSERT_EQ(comparison.outputs.size(), 1u);
  EXPECT_EQ(comparison.outputs[0].different, 1u);
  EXPECT_EQ(comparison.outputs[0].first_different, 0u);
  EXPECT_FALSE(comparison.same());
  for (const MachineShare* share : {&comparison.first, &comparison.second}) {
    std::uint64_t times = 0;
    for (const auto& [value, count] : share->repeats) times += count;
    EXPECT_EQ(times, 5u);
  }
}

TEST(Comparison, EveryBlockIsOnOneMultiprocessorOfEachMachine) {
  const Comparison comparison = compared("counter", "atomic");
  const auto& first = comparison.first.blocks;
  const auto& second = comparison.second.blocks;
  EXPECT_LT(first.size(), second.size());
  EXPECT_EQ(std::accumulate(first.begin(), first.end(), std::uint64_t{0}),
            std::accumulate(second.begin(), second.end(), std::uint64_t{0}));
}

}  // namespace
}  // namespace warplens::experiment
