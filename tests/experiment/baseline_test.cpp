#include "experiment/references/baseline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "experiment/references/blas.h"

// The CPU baselines of sweeps, compared with simple loops in double.

namespace warplens::experiment {
namespace {

template <typename T>
launch::Argument buffer(launch::ElementType type, const std::vector<T>& values) {
  launch::Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return launch::Buffer{"b", type, values.size(), std::make_shared<const launch::Bytes>(std::move(bytes))};
}

launch::Argument floats(const std::vector<float>& values) { return buffer(launch::ElementType::f32, values); }
launch::Argument integers(const std::vector<std::int32_t>& values) { return buffer(launch::ElementType::i32, values); }
launch::Argument scalar(double value) { return *launch::make_scalar(launch::ElementType::f32, value); }

base::Result<Baseline> make(const std::string& name, const std::vector<launch::Argument>& arguments) {
  std::vector<const launch::Argument*> pointers;
  for (const launch::Argument& argument : arguments) pointers.push_back(&argument);
  return make_baseline(name, pointers);
}

/// The output computed by 1 worker and by 3; both must agree.
std::vector<double> computed(const std::string& name, const std::vector<launch::Argument>& arguments) {
  const auto baseline = make(name, arguments);
  EXPECT_TRUE(baseline.ok()) << (baseline.ok() ? "" : baseline.error().message);
  if (!baseline) return {};
  Workers one(1), three(3);
  baseline->compute(one);
  const std::vector<double> alone = baseline->output();
  baseline->reset();
  baseline->compute(three);
  EXPECT_EQ(baseline->output(), alone);
  return alone;
}

TEST(Workers, share_everything_once) {
  for (const unsigned count : {1u, 2u, 3u, 7u}) {
    Workers workers(count);
    for (const std::uint64_t size : {0u, 1u, 2u, 6u, 7u, 1000u}) {
      std::vector<int> seen(size);
      std::vector<int> calls(count);
      workers.share(size, [&](std::uint64_t begin, std::uint64_t end, unsigned worker) {
        ++calls[worker];
        for (std::uint64_t k = begin; k < end; ++k) ++seen[k];
      });
      EXPECT_EQ(seen, std::vector<int>(size, 1)) << count << " workers, " << size;
      EXPECT_EQ(calls, std::vector<int>(count, 1));
    }
  }
}

TEST(Baselines, add_multiply_and_increment_element_by_element) {
  const std::vector<launch::Argument> three{floats({1, 2, 3, 4}), floats({10, 20, 30, 40}), floats({0, 0, 0, 0})};
  EXPECT_EQ(computed("add", three), (std::vector<double>{11, 22, 33, 44}));
  EXPECT_EQ(computed("multiply", three), (std::vector<double>{10, 40, 90, 160}));
  EXPECT_EQ(computed("increment", {integers({5, -1, 7})}), (std::vector<double>{6, 0, 8}));
}

TEST(Baselines, sum_from_what_the_output_holds) {
  EXPECT_EQ(computed("sum", {integers({1, 2, 3, 4, 5, 6, 7}), integers({100})}), (std::vector<double>{128}));
}

TEST(Baselines, scan_map_and_follow_chains) {
  EXPECT_EQ(computed("scan", {integers({3, 1, 4, 1, 5, 9, 2}), integers({0, 0, 0, 0, 0, 0, 0})}),
            (std::vector<double>{3, 4, 8, 9, 14, 23, 25}));
  EXPECT_EQ(computed("affine", {floats({0, 1.5f, -2}), floats({0, 0, 0})}), (std::vector<double>{1, 4, -3}));
  // Two interleaved series of three: 8, 8/2 + 4, 8/2 + 2 and 16, 16/2 + 0, 8/2 + 1.
  EXPECT_EQ(computed("recurrence", {floats({8, 16, 4, 0, 2, 1}), floats({0, 0, 0, 0, 0, 0}), scalar(3), scalar(2)}),
            (std::vector<double>{8, 16, 8, 8, 6, 5}));
}

TEST(Baselines, multiply_matrices_that_are_not_square) {
  constexpr int m = 3, n = 5, p = 2;
  std::vector<float> a(m * n), b(n * p);
  for (std::size_t k = 0; k < a.size(); ++k) a[k] = static_cast<float>(k) - 4;
  for (std::size_t k = 0; k < b.size(); ++k) b[k] = static_cast<float>(2 * k) + 1;
  std::vector<double> expected(m * p);
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < p; ++column)
      for (int k = 0; k < n; ++k)
        expected[static_cast<std::size_t>(row * p + column)] +=
            static_cast<double>(a[static_cast<std::size_t>(row * n + k)]) * b[static_cast<std::size_t>(k * p + column)];
  const std::vector<launch::Argument> arguments{floats(a), floats(b), floats(std::vector<float>(m * p, -1)),
                                                scalar(m), scalar(n), scalar(p)};
  EXPECT_EQ(computed("matrix_product", arguments), expected);  // small whole numbers: exact in float
  const auto baseline = make("matrix_product", arguments);
  EXPECT_EQ(static_cast<bool>(baseline->blas), blas() != nullptr);
  if (blas() == nullptr) GTEST_SKIP() << "OpenBLAS is not installed";
  baseline->blas();
  EXPECT_EQ(baseline->output(), expected);
}

TEST(Baselines, count_samples_in_their_bins) {
  // Bins [0, 1), [1, 2), [2, 3), [3, 4); 4 and NaN are outside.
  EXPECT_EQ(computed("histogram", {floats({0, 0.5f, 1, 3.99f, 4, -0.1f, std::nanf(""), 2.5f, 2.25f}), integers({0, 0, 0, 10}),
                                   scalar(0), scalar(4)}),
            (std::vector<double>{2, 1, 2, 11}));
}

TEST(Baselines, refuse_what_does_not_fit) {
  EXPECT_FALSE(make("divide", {}).ok());
  EXPECT_FALSE(make("add", {floats({1})}).ok());
  EXPECT_FALSE(make("add", {floats({1}), floats({1, 2}), floats({1, 2})}).ok());
  EXPECT_FALSE(make("add", {floats({1}), integers({1}), floats({1})}).ok());
  EXPECT_FALSE(make("increment", {scalar(1)}).ok());
  const auto product = [&](double m, double n, double p) {
    return make("matrix_product",
                {floats({1, 2, 3, 4}), floats({1, 2, 3, 4}), floats({1, 2, 3, 4}), scalar(m), scalar(n), scalar(p)})
        .ok();
  };
  EXPECT_TRUE(product(2, 2, 2));
  EXPECT_FALSE(product(3, 2, 2));
  EXPECT_FALSE(product(2, -2, 2));
  EXPECT_FALSE(product(4e9, 1, 1));
}

}  // namespace
}  // namespace warplens::experiment
