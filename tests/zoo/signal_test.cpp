#include <complex>
#include <numbers>
#include <numeric>

#include "zoo.h"

namespace warplens::zoo {
namespace {

using Complex = std::complex<double>;
constexpr double pi = std::numbers::pi;

/// Interleaved real and imaginary parts.
template <typename T>
std::vector<double> parts(const std::vector<std::complex<T>>& numbers) {
  std::vector<double> all;
  for (const auto& number : numbers) {
    all.push_back(static_cast<double>(number.real()));
    all.push_back(static_cast<double>(number.imag()));
  }
  return all;
}

Case fft_step() {
  constexpr std::size_t n = 512, half = 32;
  const auto data = uniform(2 * n, 90, -1, 1);
  std::vector<Complex> expected(n);
  for (std::size_t first = 0; first < n; first += 2 * half) {
    for (std::size_t k = 0; k < half; ++k) {
      const Complex a(double{data[2 * (first + k)]}, double{data[2 * (first + k) + 1]});
      const Complex b(double{data[2 * (first + k + half)]}, double{data[2 * (first + k + half) + 1]});
      const Complex turned = b * std::polar(1.0, -pi * static_cast<double>(k) / half);
      expected[first + k] = a + turned;
      expected[first + k + half] = a - turned;
    }
  }
  return {.grid = {2},
          .block = {128},
          .arguments = {output(data, parts(expected), {0, 1e-6, "a few float operations on numbers below 3"}),
                        scalar(std::int32_t{half}), scalar(std::int32_t{n})}};
}

/// Compared with the definition, one sum per frequency.
Case fft_block() {
  constexpr std::size_t n = 128, blocks = 3;
  const auto data = uniform<double>(2 * n * blocks, 91, -1, 1);
  std::vector<Complex> expected(n * blocks);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t place = i / n * n + k;
      expected[i] +=
          Complex(data[2 * place], data[2 * place + 1]) * std::polar(1.0, -2 * pi * static_cast<double>(i % n * k % n) / n);
    }
  }
  return {
      .grid = {blocks},
      .block = {n / 2},
      .dynamic_shared = n * 16,
      .arguments = {input(data), output(std::vector<double>(data.size()), parts(expected), {0, 1e-11, "sums of 128 doubles"})}};
}

Case dct_8x8() {
  constexpr std::size_t width = 40, height = 24;
  const auto image = uniform(width * height, 92, -1, 1);
  std::vector<double> expected(image.size());
  const auto scale = [](std::size_t frequency) { return frequency == 0 ? std::sqrt(0.125) : 0.5; };
  const auto wave = [](std::size_t place, std::size_t frequency) {
    return std::cos(pi * static_cast<double>((2 * place + 1) * frequency) / 16);
  };
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      double sum = 0;
      for (std::size_t j = 0; j < 8; ++j) {
        for (std::size_t i = 0; i < 8; ++i)
          sum += double{image[(y / 8 * 8 + j) * width + x / 8 * 8 + i]} * wave(j, y % 8) * wave(i, x % 8);
      }
      expected[y * width + x] = sum * scale(x % 8) * scale(y % 8);
    }
  }
  return {.grid = {5, 3},
          .block = {8, 8},
          .arguments = {input(image),
                        output(std::vector<float>(image.size()), expected,
                               {0, 2e-5, "64 float terms, cosines of angles up to 22 with steps of 2e-6"}),
                        scalar(std::int32_t{width})}};
}

/// Every function of every x, in the order of the kernel.
template <typename T, std::size_t count>
Case functions(const std::vector<T>& x, double (*const (&all)[count])(double), Tolerance tolerance) {
  std::vector<double> expected;
  for (const T value : x) {
    for (const auto function : all) expected.push_back(function(static_cast<double>(value)));
  }
  const auto n = static_cast<std::int32_t>(x.size());
  return {.grid = {blocks_for(x.size(), 64)},
          .block = {64},
          .arguments = {input(x), output(std::vector<T>(expected.size()), expected, tolerance), scalar(n)}};
}
constexpr double (*usual[])(double) = {
    [](double x) { return std::sin(x); },
    [](double x) { return std::cos(x); },
    [](double x) { return std::exp(x / 8); },
    [](double x) { return std::log(std::abs(x) + 0.5); },
    [](double x) { return std::pow(std::abs(x) + 0.5, 1.75); },
    [](double x) { return std::sqrt(std::abs(x)); },
    [](double x) { return std::tanh(x); },
    [](double x) { return x / (x * x + 1); },
};
constexpr double (*fast[])(double) = {
    [](double x) { return std::sin(x); },
    [](double x) { return std::cos(x); },
    [](double x) { return std::exp(x / 8); },
    [](double x) { return std::log(std::abs(x) + 0.5); },
    [](double x) { return 1 / std::sqrt(std::abs(x) + 0.5); },
    [](double x) { return x / (x * x + 1); },
};
constexpr double (*rare[])(double) = {
    [](double x) { return std::atan2(x, 0.5); },
    [](double x) { return std::asin(x); },
    [](double x) { return std::acos(x); },
    [](double x) { return std::erf(x); },
    [](double x) { return std::cbrt(x); },
    [](double x) { return std::hypot(x, 2.0); },
    [](double x) { return std::fmod(10 * x, 0.75); },
    [](double x) { return std::log1p(x / 2) + std::expm1(x); },
};
Case double_functions() {
  return functions(uniform<double>(200, 93, -40, 40), usual, {2e-14, 2e-15, "a few units in the last place, pow a hundred"});
}
Case float_functions() {
  return functions(uniform(200, 94, -40, 40), usual, {1e-6, 1e-6, "2 ulp of float (CUDA C++ Programming Guide), pow 9"});
}
Case fast_functions() {
  return functions(uniform(200, 95, -3, 3), fast,
                   {1e-6, 1e-6, "sin.approx is wrong by 2^-20.5 on [-π, π], ex2 and lg2 by 2^-22"});
}
Case rare_functions() {
  return functions(uniform<double>(200, 96, -1, 1), rare,
                   {1e-13, 1e-14, "a few units in the last place; the remainder is exact"});
}

constexpr std::size_t streams = 100, draws = 7;

/// `draws` numbers from every stream, round by round.
template <typename State, typename Next>
std::vector<std::uint32_t> drawn(std::vector<State>& states, Next next) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t round = 0; round < draws; ++round) {
    for (State& state : states) numbers.push_back(next(state));
  }
  return numbers;
}

Case xorshift() {
  const auto seeds = integers<std::uint32_t>(streams, 97, 1, 0xffffffff);
  auto states = seeds;
  const auto numbers = drawn(states, [](std::uint32_t& x) {
    x ^= x << 13;
    x ^= x >> 17;
    return x ^= x << 5;
  });
  return {.grid = {4},
          .block = {32},
          .arguments = {input(seeds), output(numbers), scalar(std::int32_t{streams}), scalar(std::int32_t{draws})}};
}

Case lcg() {
  const auto first = integers<std::uint64_t>(streams, 98, 0, 0xffffffff);
  auto states = first;
  const auto numbers = drawn(states, [](std::uint64_t& x) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(x >> 32);
  });
  return {.grid = {2},
          .block = {64},
          .arguments = {output(first, states), output(numbers), scalar(std::int32_t{streams}), scalar(std::int32_t{draws})}};
}

using Four = std::array<std::uint32_t, 4>;
/// Philox 4×32-10, from the paper's description.
Four philox_numbers(Four c, std::uint32_t k0, std::uint32_t k1) {
  for (int round = 0; round < 10; ++round, k0 += 0x9E3779B9u, k1 += 0xBB67AE85u) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53u} * c[0], p1 = std::uint64_t{0xCD9E8D57u} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
  }
  return c;
}

TEST(Philox, GivesThePublishedNumbers) {  // known answers of the authors' Random123 library
  EXPECT_EQ(philox_numbers({0, 0, 0, 0}, 0, 0), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
}

Case philox() {
  constexpr std::uint32_t n = 150, low = 0xa4093822, high = 0x299f31d0;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (const std::uint32_t number : philox_numbers({i, 0, 0, 0}, low, high)) numbers.push_back(number);
  }
  return {.grid = {3}, .block = {64}, .arguments = {output(numbers), scalar(low), scalar(high), scalar(std::int32_t{n})}};
}

Case monte_carlo_pi() {
  constexpr std::uint32_t threads = 256, draws_each = 12, key = 7;
  std::uint64_t hits = 0;
  for (std::uint32_t i = 0; i < threads; ++i) {
    for (std::uint32_t draw = 0; draw < draws_each; ++draw) {
      const Four numbers = philox_numbers({i, draw, 0, 0}, key, 0);
      const double x = numbers[0] / 2 * 0x1p-31, y = numbers[1] / 2 * 0x1p-31;
      hits += x * x + y * y < 1;
    }
  }
  EXPECT_NEAR(4.0 * static_cast<double>(hits) / (threads * draws_each), pi, 0.1);
  return {.grid = {4},
          .block = {64},
          .arguments = {output(std::vector<std::uint64_t>{0}, std::vector{hits}), scalar(std::int32_t{draws_each}), scalar(key)}};
}

const Kernel signal_kernels[] = {
    {"fft_step", fft_step},
    {"fft_block", fft_block},
    {"dct_8x8", dct_8x8},
    {"double_functions", double_functions},
    {"float_functions", float_functions},
    {"fast_functions", fast_functions},
    {"rare_functions", rare_functions},
    {"xorshift", xorshift},
    {"lcg", lcg},
    {"philox", philox},
    {"monte_carlo_pi", monte_carlo_pi},
};
WARPLENS_ZOO(Signal, "signal", signal_kernels);

}  // namespace
}  // namespace warplens::zoo
