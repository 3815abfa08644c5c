#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#define WARPLENS_ISA tested
#include "simt/code/execute/rounding.h"

// What stands in for rounding modes where a processor has none, against a processor that has them.

namespace warplens::simt {
namespace {

using namespace tested;

template <typename T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

/// Any numbers, numbers of like size, and those at the ends of the format.
template <typename T>
std::vector<T> numbers(std::mt19937_64& random, int count) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> all{T{0}, T{1}, Limits::min(), Limits::denorm_min(), Limits::max(), Limits::infinity(), Limits::epsilon(), T{3}};
  while (static_cast<int>(all.size()) < count) {
    all.push_back(std::bit_cast<T>(static_cast<Bits<T>>(random())));
    all.push_back(static_cast<T>(std::ldexp(static_cast<double>(random() % 4096) + 1, static_cast<int>(random() % 24) - 12)));
    all.push_back(std::nextafter(all[random() % all.size()], T{1}));
  }
  for (T& each : all)
    if (random() % 2 == 0) each = -each;
  return all;
}

/// The processor's answer under `mode`. `work` reads volatile operands, so that nothing is worked out before or after.
template <typename T, typename Work>
T by_processor(int mode, Work work) {
  std::fesetround(mode);
  const volatile T result = work();
  std::fesetround(FE_TONEAREST);
  return result;
}

template <typename T>
void expect_same(T expected, T given, const char* what, T a, T b, T c, int mode) {
  if (std::isnan(expected) && std::isnan(given)) return;
  ASSERT_EQ(std::bit_cast<Bits<T>>(expected), std::bit_cast<Bits<T>>(given))
      << what << " of " << a << ", " << b << ", " << c << " under " << mode << ": " << expected << ", not " << given;
}

template <typename T>
void compare() {
  std::mt19937_64 random(20261126);
  const std::vector<T> all = numbers<T>(random, 3000);
  const auto any = [&] { return all[random() % all.size()]; };
  for (int time = 0; time < 100'000; ++time) {
    const volatile T a = any(), b = any(), c = time % 3 == 0 ? -static_cast<T>(a * b) : any();
    for (const int mode : {FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD}) {
      const auto check = [&](const char* what, auto work, T given) {
        expect_same<T>(by_processor<T>(mode, work), given, what, a, b, c, mode);
      };
      check(
          "the sum", [&] { return a + b; }, corrected::sum<T>(a, b, mode));
      check(
          "the difference", [&] { return a - b; }, corrected::sum<T>(a, -b, mode));
      check(
          "the product", [&] { return a * b; }, corrected::product<T>(a, b, mode));
      check(
          "the fused product and sum", [&] { return std::fma(a, b, c); }, corrected::fused<T>(a, b, c, mode));
      check(
          "the quotient", [&] { return a / b; }, corrected::quotient<T>(a, b, mode));
      check(
          "the root", [&] { return std::sqrt(a); }, corrected::root<T>(a, mode));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Rounding, OfSinglesIsTheProcessors) { compare<float>(); }
TEST(Rounding, OfDoublesIsTheProcessors) { compare<double>(); }

template <typename D, typename S>
void compare_conversion(std::mt19937_64& random) {
  for (int time = 0; time < 20'000; ++time) {
    const volatile S x =
        std::is_integral_v<S> ? static_cast<S>(random() >> random() % 64) : static_cast<S>(std::bit_cast<double>(random()));
    for (const int mode : {FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD}) {
      // A processor may have no instruction for unsigned numbers, and the compiler's own way gives -0.
      const D expected = x == 0 ? D{0} : by_processor<D>(mode, [&] { return static_cast<D>(x); });
      expect_same<D>(expected, corrected::converted<D, S>(x, mode), "the conversion", static_cast<D>(x), D{0}, D{0}, mode);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(Rounding, OfConversionsIsTheProcessors) {
  std::mt19937_64 random(20261126);
  compare_conversion<float, double>(random);
  compare_conversion<float, std::int32_t>(random);
  compare_conversion<float, std::int64_t>(random);
  compare_conversion<double, std::int64_t>(random);
  compare_conversion<float, std::uint64_t>(random);
  compare_conversion<double, std::uint64_t>(random);
}

}  // namespace
}  // namespace warplens::simt
