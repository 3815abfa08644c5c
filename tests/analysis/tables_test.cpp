#include <gtest/gtest.h>

#include <cmath>

#include "analysis/distribution.h"
#include "analysis/line_counts.h"
#include "tests/trace/scripted.h"

namespace warplens::analysis {
namespace {

TEST(Distribution, CountsValuesAscending) {
  const std::vector<double> results{3, 1, 3, 2, 3, 1};
  const Distribution d = distribution(results);
  EXPECT_EQ(d.value, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(d.count, (std::vector<std::uint64_t>{2, 1, 3}));
  EXPECT_EQ(d.minimum, 1);
  EXPECT_EQ(d.maximum, 3);
  EXPECT_EQ(d.median, 2.5);
  EXPECT_EQ(d.runs, 6u);
  EXPECT_EQ(distribution(std::vector<double>{5, 1, 9}).median, 5);
}

TEST(Distribution, OfNothingAndOfNans) {
  EXPECT_EQ(distribution({}).runs, 0u);
  EXPECT_TRUE(distribution({}).value.empty());
  const double nan = std::nan("");
  const Distribution d = distribution(std::vector<double>{nan, 1, nan});
  EXPECT_EQ(d.count, (std::vector<std::uint64_t>{1, 2}));
}

/// A function in which instruction k has location k.
ptx::Module module_with(const std::vector<ptx::SourceLocation>& locations) {
  ptx::Module module;
  ptx::Function function;
  function.locations = locations;
  for (std::uint32_t index = 0; index < locations.size(); ++index) {
    function.instructions.emplace_back();
    function.instructions.back().location = index;
  }
  module.functions.push_back(function);
  module.files = {"kernel.cu", "header.h"};
  return module;
}

TEST(LineCounts, FollowsInliningOutwards) {
  const ptx::Module module =
      module_with({{0, 5, 1, ptx::no_index}, {1, 99, 1, 0}, {1, 98, 1, 1}, {1, 97, 1, ptx::no_index}, {1, 1, 1, 4}});
  EXPECT_EQ(line_of(module, 0, 0, 0), 5u);
  EXPECT_EQ(line_of(module, 0, 1, 0), 5u);
  EXPECT_EQ(line_of(module, 0, 2, 0), 5u);
  EXPECT_EQ(line_of(module, 0, 2, 1), 98u);
  EXPECT_EQ(line_of(module, 0, 3, 0), 0u);
  EXPECT_EQ(line_of(module, 0, 4, 0), 0u);  // a cyclic chain of inlined calls
  EXPECT_EQ(line_of(module, 0, 5, 0), 0u);
  EXPECT_EQ(line_of(module, 1, 0, 0), 0u);
}

TEST(LineCounts, PerLineLanesAndAccesses) {
  // Line 3: a read and a write by 32 lanes and a write by 8; line 2: arithmetic; line 7: two reads; instruction 9 does not exist.
  const ptx::Module module = module_with({{0, 3, 1}, {0, 3, 1}, {0, 2, 1}, {0, 7, 1}, {0, 7, 1}});
  trace::Recorder recorder(trace::Level::full, 1 << 20, {1, 1, 1}, {32, 1, 1});
  recorder.step(0, 0, 2, 0xffffu);
  record(recorder, {.instruction = 0, .kind = trace::AccessKind::read});
  record(recorder, {.instruction = 1, .kind = trace::AccessKind::write});
  record(recorder, {.instruction = 1, .active = 0xffu, .kind = trace::AccessKind::write});
  record(recorder, {.instruction = 3, .active = 0xfu, .space = trace::MemorySpace::shared});
  record(recorder, {.instruction = 4, .active = 0xfu, .space = trace::MemorySpace::shared});
  recorder.step(0, 0, 9, 1);
  const LineCounts counts = line_counts(recorder.finish(1), module, 0, 0);
  EXPECT_EQ(counts.line, (std::vector<std::uint32_t>{2, 3, 7}));
  EXPECT_EQ(counts.threads, (std::vector<std::uint64_t>{16, 40, 8}));
  EXPECT_EQ(counts.reads, (std::vector<std::uint64_t>{0, 32, 8}));
  EXPECT_EQ(counts.writes, (std::vector<std::uint64_t>{0, 40, 0}));
  EXPECT_EQ(counts.atomics, (std::vector<std::uint64_t>{0, 0, 0}));
}

}  // namespace
}  // namespace warplens::analysis
