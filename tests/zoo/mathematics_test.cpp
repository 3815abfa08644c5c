#include <array>
#include <cfenv>
#include <cmath>
#include <numbers>

#include "zoo.h"

namespace warplens::zoo {
namespace {

/// Numbers of [-8, 8], none of them 0.
std::vector<double> numbers(std::size_t n) {
  auto data = uniform<double>(n, 210, -8, 8);
  data[0] = 0.25;
  data[1] = -7.5;
  return data;
}

/// The x of [low, high] where a rising function has this value.
template <typename Function>
double inverse(Function function, double value, double low, double high) {
  for (int step = 0; step < 200; ++step) {
    const double middle = (low + high) / 2;
    (function(middle) < value ? low : high) = middle;
  }
  return low;
}

Case rare_functions() {
  constexpr std::int32_t n = 90;
  const auto data = numbers(n);
  std::vector<double> expected;
  for (const double x : data) {
    const double a = std::abs(x), part = x / 8.5;
    // erfc falls; its inverses are found where it keeps its digits.
    const auto erfc_falling = [](double t) { return -std::erfc(t); };
    expected.insert(expected.end(), {std::asinh(x),
                                     std::acosh(1 + a),
                                     std::atanh(part),
                                     std::lgamma(a + 0.5),
                                     std::tgamma(a + 0.5),
                                     inverse([](double t) { return std::erf(t); }, part, -6, 6),
                                     inverse(erfc_falling, -a / 5, -6, 9),
                                     -std::numbers::sqrt2 * inverse(erfc_falling, -2 * a / 9, -6, 9),
                                     std::exp(a * a) * std::erfc(a),
                                     std::cbrt(x),
                                     std::sin(std::numbers::pi * std::remainder(x, 2)),
                                     std::cos(std::numbers::pi * std::remainder(x, 2)),
                                     std::expm1(part),
                                     std::log1p(part),
                                     std::sqrt(x * x + 4 + 9),
                                     std::hypot(x, 4),
                                     std::sinh(x),
                                     std::tanh(x),
                                     std::pow(10, part),
                                     std::log2(a + 1),
                                     1 / std::cbrt(x),
                                     std::sin(x * 1e9),
                                     std::cos(x * 1e200),
                                     std::tan(part)});
  }
  const Tolerance tolerance{4e-13, 1e-14, "series and their references lose some digits; exp(x²) erfc(x) most"};
  return {.grid = {3},
          .block = {32},
          .arguments = {input(data), output(std::vector<double>(expected.size()), expected, tolerance), scalar(n)}};
}

Case exact_functions() {
  constexpr std::int32_t n = 60;
  const auto data = numbers(n);
  std::vector<double> expected;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const double x = data[i], y = data[(i + 1) % data.size()];
    int e = 0, quotient = 0;
    double whole = 0;
    const double mantissa = std::frexp(x, &e), rest = std::modf(x, &whole);
    expected.insert(expected.end(),
                    {mantissa, static_cast<double>(e), rest, whole, std::nextafter(x, y), std::remainder(x, y), std::fmod(x, y),
                     std::remquo(x, y, &quotient), std::ldexp(x, static_cast<int>(i) - 20) + 8 * y,
                     std::floor(std::log2(std::abs(x))) + std::floor(std::log2(std::abs(y))),
                     static_cast<double>(std::lrint(x) + 1000 * std::llround(y)), x > y ? x - y : 0, std::copysign(x, y),
                     double{std::nextafter(static_cast<float>(x), static_cast<float>(y))}});
  }
  return {.grid = {1}, .block = {64}, .arguments = {input(data), output(expected), scalar(n)}};
}

/// What the host's processor gives in a rounding mode.
template <typename Operation>
float in_mode(int mode, Operation operation) {
  const int before = std::fegetround();
  std::fesetround(mode);
  const volatile float result = operation();
  std::fesetround(before);
  return result;
}

Case rounded() {
  constexpr std::int32_t n = 80;
  const auto data = uniform(n, 211, -1000, 1000);
  std::vector<float> expected;
  constexpr std::array modes{FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
  for (std::size_t i = 0; i < data.size(); ++i) {
    const volatile float x = data[i], y = data[(i + 1) % data.size()], a = std::abs(data[i]);
    for (const int mode : modes) expected.push_back(in_mode(mode, [&] { return x + y; }));
    for (const int mode : modes) expected.push_back(in_mode(mode, [&] { return x * y; }));
    for (const int mode : modes) expected.push_back(in_mode(mode, [&] { return x / y; }));
    for (const int mode : modes) expected.push_back(in_mode(mode, [&] { return std::sqrt(a); }));
  }
  return {.grid = {2}, .block = {64}, .arguments = {input(data), output(expected), scalar(n)}};
}

const Kernel mathematics_kernels[] = {
    {"rare_functions", rare_functions}, {"exact_functions", exact_functions}, {"rounded", rounded}};
WARPLENS_ZOO(Mathematics, "mathematics", mathematics_kernels);

}  // namespace
}  // namespace warplens::zoo
