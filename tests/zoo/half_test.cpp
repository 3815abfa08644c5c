#include <algorithm>
#include <array>
#include <cmath>

#include "zoo.h"

namespace warplens::zoo {
namespace {

/// `value` rounded to nearest, ties to even, with `digits` significant bits and exponents not below `smallest`.
double rounded(double value, int digits, int smallest) {
  if (value == 0) return value;
  const double unit = std::ldexp(1, std::max(std::ilogb(value), smallest) - digits + 1);
  return std::nearbyint(value / unit) * unit;
}
double half(double value) { return rounded(value, 11, -14); }
double bfloat(double value) { return rounded(value, 8, -126); }

/// The bits of a number representable in fp16 (IEEE 754 binary16).
std::uint16_t half_bits(double value) {
  if (value == 0) return 0;
  const int exponent = std::max(std::ilogb(value), -14);
  const auto significand = static_cast<unsigned>(std::ldexp(std::abs(value), 10 - exponent));
  return static_cast<std::uint16_t>((value < 0 ? 0x8000u : 0u) + (static_cast<unsigned>(exponent + 14) << 10) + significand);
}

TEST(Half, BitsAreThoseOfTheStandard) {
  EXPECT_EQ(half_bits(1.0), 0x3c00);
  EXPECT_EQ(half_bits(-2.0), 0xc000);
  EXPECT_EQ(half_bits(65504.0), 0x7bff);
  EXPECT_EQ(half_bits(0x1p-24), 0x0001);
  EXPECT_EQ(half(1 + 0x1p-11), 1.0);
  EXPECT_EQ(half(1 + 0x3p-11), 1 + 0x1p-9);
}

Case half_axpy() {
  constexpr std::size_t n = 301;
  constexpr double a = 1.75;
  const auto real_x = uniform<double>(n, 170, -4, 4), real_y = uniform<double>(n, 171, -4, 4);
  std::vector<std::uint16_t> x(n), y(n), expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = half_bits(half(real_x[i]));
    y[i] = half_bits(half(real_y[i]));
    expected[i] = half_bits(half(a * half(real_x[i]) + half(real_y[i])));
  }
  return {.grid = {3}, .block = {64}, .arguments = {scalar(1.75f), input(x), output(y, expected), scalar(std::int32_t{n})}};
}

Case half_operations() {
  constexpr std::size_t n = 200;
  const auto a = uniform(n, 172, -20, 20);
  auto b = uniform(n, 173, 0.01, 10);
  b[5] = a[5];
  std::vector<double> expected;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = half(double{a[i]}), y = half(double{b[i]});
    for (const double value : {x, x + y, x - y, x * y, x / y, x < y ? 1.0 : 0.0, std::sqrt(std::abs(x))})
      expected.push_back(half(value));
  }
  return {.grid = {2},
          .block = {128},
          .arguments = {input(a), input(b), output(std::vector<float>(expected.size()), expected), scalar(std::int32_t{n})}};
}

Case bfloat_dot() {
  constexpr std::size_t n = 300;
  auto a = integers<float>(n, 174, -40, 40), b = integers<float>(n, 175, -40, 40);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += bfloat(double{a[i]} * double{b[i]});  // sums of integers: exact in any order
  return {.grid = {1},
          .block = {32},
          .arguments = {input(a), input(b), output(std::vector<float>{0}, std::vector{sum}), scalar(std::int32_t{n})}};
}

Case bfloat_operations() {
  constexpr std::int32_t n = 150;
  const auto a = uniform(n, 176, -20, 20), b = uniform(n, 177, 0.01, 10);
  std::vector<double> expected;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = bfloat(double{a[i]}), y = bfloat(double{b[i]});
    for (const double value : {x, x + y, x - y, x * y, x / y, x * y + x, std::sqrt(std::abs(x))})
      expected.push_back(bfloat(value));
    expected.push_back(bfloat(77777.0 * static_cast<double>(i)) + std::trunc(x));
  }
  return {.grid = {3},
          .block = {64},
          .arguments = {input(a), input(b), output(std::vector<float>(expected.size()), expected), scalar(n)}};
}

Case half_pairs() {
  constexpr std::int32_t n = 70;
  const auto a = uniform(2 * n, 178, -2, 2), b = uniform(2 * n, 179, -2, 2);
  std::vector<double> expected;
  for (std::size_t i = 0; i < a.size(); i += 2) {
    const std::array x{half(double{a[i]}), half(double{a[i + 1]})}, y{half(double{b[i]}), half(double{b[i + 1]})};
    const auto both = [&](auto function) {
      for (const std::size_t k : {0u, 1u}) expected.push_back(function(x.at(k), y.at(k)));
    };
    both([](double p, double q) { return half(half(p * q) - p); });
    expected.insert(expected.end(), {x[1], x[0], x[1], y[0]});
    both([](double p, double q) { return p < q ? 1.0 : 0.0; });
    both([](double p, double q) { return std::clamp(half(p + q), 0.0, 1.0); });
    both([](double p, double q) { return std::max(p, -q); });
    expected.insert(expected.end(), {x[0] > y[0] && x[1] > y[1] ? 1.0 : 0.0, std::floor(x[0])});
    both([](double p, double) { return std::nearbyint(p); });
  }
  return {.grid = {3},
          .block = {32},
          .arguments = {input(a), input(b), output(std::vector<float>(expected.size()), expected), scalar(n)}};
}

Case half_sums() {
  const auto data = integers<float>(96, 181, -10, 10);  // small integers: exact in any order
  double sum = 0;
  for (const float value : data) sum += value;
  return {.grid = {1},
          .block = {96},
          .arguments = {input(data), output(std::vector<std::uint16_t>{0}, std::vector{half_bits(sum)}),
                        output(std::vector<std::uint16_t>{0, 0}, std::vector{half_bits(sum), half_bits(sum)})}};
}

const Kernel half_kernels[] = {
    {"half_axpy", half_axpy},   {"half_operations", half_operations},
    {"bfloat_dot", bfloat_dot}, {"bfloat_operations", bfloat_operations},
    {"half_pairs", half_pairs}, {"half_sums", half_sums},
};
WARPLENS_ZOO(Half, "half", half_kernels);

}  // namespace
}  // namespace warplens::zoo
