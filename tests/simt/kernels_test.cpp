#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "base/resources.h"
#include "ptx/compile/compile.h"
#include "ptx/parse/parser.h"
#include "tests/simt/launcher.h"

// Compiled kernels compared with plain C++.

namespace warplens::simt {
namespace {

using launch::ElementType;

launch::Launch of_kernel(const std::string& file, const std::string& entry, std::uint32_t grid, std::uint32_t block,
                         std::vector<launch::Argument> arguments) {
  auto text = ptx::load(base::resource_folder() / "kernels" / (file + ".ptx"));
  if (!text) throw std::runtime_error(base::describe(text.error()));
  auto module = ptx::parse(std::move(*text), file + ".ptx");
  if (!module) throw std::runtime_error(base::describe(module.error()));
  launch::Launch launch;
  launch.module = std::make_shared<const ptx::Module>(std::move(*module));
  auto found = ptx::find_entry(*launch.module, entry);
  if (!found) throw std::runtime_error(base::describe(found.error()));
  launch.entry = *found;
  launch.grid = {grid, 1, 1};
  launch.block = {block, 1, 1};
  launch.arguments = std::move(arguments);
  return launch;
}

TEST(Kernels, IncrementAddsOneToEveryElement) {
  std::vector<float> data(1000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i);
  const auto result =
      run(of_kernel("increment", "increment", 4, 256, {buffer(ElementType::f32, data), scalar(ElementType::i32, 1000)}));
  ASSERT_TRUE(result.ok()) << base::describe(result.error());
  ASSERT_EQ(result->outcome, launch::Outcome::finished) << result->fault->message;
  const auto output = values_of<float>(result->outputs[0]);
  for (std::size_t i = 0; i < data.size(); ++i) EXPECT_EQ(output[i], static_cast<float>(i) + 1);
  EXPECT_EQ(result->counters.threads, 1024u);
  EXPECT_EQ(result->counters.warps, 32u);
  EXPECT_EQ(result->counters.global_sectors, 2 * 125u);  // 1000 floats are 125 sectors, read and written
}

TEST(Kernels, AGridStrideLoopReachesEveryElementWhateverTheGrid) {
  for (const std::uint32_t grid : {1u, 3u, 64u}) {
    const auto result =
        run(of_kernel("increment", "increment_grid_stride", grid, 64,
                      {buffer(ElementType::f32, std::vector<float>(1000, 2.5f)), scalar(ElementType::i32, 1000)}));
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    for (const float value : values_of<float>(result->outputs[0])) ASSERT_EQ(value, 3.5f);
  }
}

TEST(Kernels, CountersCountAsTheyShould) {
  const std::vector<std::int32_t> zero{0};
  const auto atomic = run(of_kernel("counter", "counter_atomic", 32, 32, {buffer(ElementType::i32, zero)}));
  EXPECT_EQ(values_of<std::int32_t>(atomic->outputs[0])[0], 1024);
  const auto racy = run(of_kernel("counter", "counter_racy", 32, 32, {buffer(ElementType::i32, zero)}));
  EXPECT_LT(values_of<std::int32_t>(racy->outputs[0])[0], 33);
}

TEST(Kernels, HistogramsAgreeWithAPlainLoop) {
  constexpr int samples = 20'000, bins = 150;
  constexpr float low = -4, high = 4;
  base::Random random(3);
  std::vector<float> data(samples);
  for (float& value : data) value = static_cast<float>(random.uniform() + random.uniform() + random.uniform() - 1.5) * 3;
  std::vector<std::int32_t> expected(bins);
  for (const float value : data) {
    const float position = (value - low) / (high - low) * bins;
    if (position >= 0 && position < bins) ++expected[static_cast<std::size_t>(position)];
  }
  const auto bits = [](float value) { return std::uint64_t{std::bit_cast<std::uint32_t>(value)}; };
  for (const std::string entry : {"histogram_atomic", "histogram_shared", "histogram_racy"}) {
    auto launch = of_kernel("histogram", entry, 20, 128,
                            {buffer(ElementType::f32, data), scalar(ElementType::i32, samples),
                             buffer(ElementType::i32, std::vector<std::int32_t>(bins)), scalar(ElementType::i32, bins),
                             scalar(ElementType::f32, bits(low)), scalar(ElementType::f32, bits(high))});
    launch.dynamic_shared = bins * 4;
    const auto result = run(launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->outcome, launch::Outcome::finished) << result->fault->message;
    const auto counts = values_of<std::int32_t>(result->outputs[1]);
    for (std::size_t b = 0; b < bins; ++b) {
      if (entry == "histogram_racy")
        EXPECT_LE(counts[b], expected[b]) << b;
      else
        EXPECT_EQ(counts[b], expected[b]) << entry << " " << b;
    }
  }
}

/// A launch of an entry of tests/simt/course.cu, compiled here; nullopt without a compiler.
std::optional<launch::Launch> of_course(const std::string& entry, base::Dim3 grid, base::Dim3 block,
                                        std::vector<launch::Argument> arguments) {
  const auto text = ptx::compile(std::filesystem::path(WARPLENS_SOURCE_FOLDER) / "tests" / "simt" / "course.cu");
  if (!text.ok()) {
    EXPECT_TRUE(ptx::find_compilers().empty()) << base::describe(text.error());
    return std::nullopt;
  }
  auto launch = launch_of(*text, 1, 1, std::move(arguments));
  launch.entry = ptx::find_entry(*launch.module, entry).value();
  launch.grid = grid;
  launch.block = block;
  return launch;
}

TEST(Course, MatrixMultiplicationsAgreeWithAPlainLoop) {
  constexpr std::uint32_t m = 40, k = 50, n = 33;
  base::Random random(5);
  std::vector<float> a(m * k), b(k * n), expected(m * n);
  for (float& value : a) value = static_cast<float>(random.below(16));  // small integers: every sum is exact
  for (float& value : b) value = static_cast<float>(random.below(16));
  for (std::uint32_t i = 0; i < m; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      for (std::uint32_t q = 0; q < k; ++q) expected[i * n + j] += a[i * k + q] * b[q * n + j];
    }
  }
  for (const std::string entry : {"matmul_naive", "matmul_tiled"}) {
    const auto launch =
        of_course(entry, {3, 3, 1}, {16, 16, 1},
                  {buffer(ElementType::f32, a), buffer(ElementType::f32, b), buffer(ElementType::f32, std::vector<float>(m * n)),
                   scalar(ElementType::i32, m), scalar(ElementType::i32, k), scalar(ElementType::i32, n)});
    if (!launch) GTEST_SKIP() << "no compiler for CUDA";
    const auto result = run(*launch);
    ASSERT_TRUE(result.ok()) << base::describe(result.error());
    ASSERT_EQ(result->outcome, launch::Outcome::finished) << result->fault->message;
    EXPECT_EQ(values_of<float>(result->outputs[2]), expected) << entry;
  }
}

TEST(Course, ReductionsAgreeWithAPlainSum) {
  std::vector<float> data(5000);
  base::Random random(6);
  float sum = 0;
  for (float& value : data) sum += value = static_cast<float>(random.below(100));  // exact
  auto tree = of_course("reduce_tree", {20, 1, 1}, {256, 1, 1},
                        {buffer(ElementType::f32, data), buffer<float>(ElementType::f32, {0}), scalar(ElementType::i32, 5000)});
  if (!tree) GTEST_SKIP() << "no compiler for CUDA";
  tree->dynamic_shared = 256 * 4;
  const auto by_tree = run(*tree);
  ASSERT_TRUE(by_tree.ok()) << base::describe(by_tree.error());
  EXPECT_EQ(values_of<float>(by_tree->outputs[1])[0], sum);
  const auto shuffle =
      of_course("reduce_shuffle", {4, 1, 1}, {128, 1, 1},
                {buffer(ElementType::f32, data), buffer<float>(ElementType::f32, {0}), scalar(ElementType::i32, 5000)});
  const auto by_shuffle = run(*shuffle);
  ASSERT_TRUE(by_shuffle.ok()) << base::describe(by_shuffle.error());
  EXPECT_EQ(values_of<float>(by_shuffle->outputs[1])[0], sum);
}

}  // namespace
}  // namespace warplens::simt
