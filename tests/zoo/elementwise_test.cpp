#include <algorithm>

#include "zoo.h"

namespace warplens::zoo {
namespace {

Case vector_add() {
  const auto a = uniform(5000, 1), b = uniform(5000, 2);
  std::vector<float> sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] = a[i] + b[i];
  return {.grid = {blocks_for(a.size(), 192)}, .block = {192}, .arguments = {input(a), input(b), output(sum), scalar(5000)}};
}

Case saxpy() {
  const auto x = uniform(1000, 3, -1, 1), y = uniform(1000, 4, -1, 1);
  std::vector<double> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) expected[i] = 2.5 * double{x[i]} + double{y[i]};
  return {.grid = {4},
          .block = {256},
          .arguments = {scalar(2.5f), input(x),
                        output(y, expected, {0, 0x1p-22, "two roundings, or one when fused, of numbers below 4"}), scalar(1000)}};
}

Case increment_grid_stride() {
  const auto data = integers(70'001, 5, -1000, 1000);
  auto expected = data;
  for (int& value : expected) ++value;
  return {.grid = {7}, .block = {96}, .arguments = {output(data, expected), scalar(70'001)}};
}

Case scale_float4() {
  const auto data = uniform(1003, 6);
  auto expected = data;
  for (float& value : expected) value *= 3.0f;
  return {.grid = {2}, .block = {128}, .arguments = {output(data, expected), scalar(3.0f), scalar(1003)}};
}

Case collatz() {
  std::vector<std::uint32_t> start(700);
  std::vector<std::int32_t> steps(start.size());
  for (std::size_t i = 0; i < start.size(); ++i) {
    start[i] = static_cast<std::uint32_t>(i + 1);
    for (std::uint64_t value = i + 1; value != 1; ++steps[i]) value = value % 2 ? 3 * value + 1 : value / 2;
  }
  return {.grid = {6}, .block = {128}, .arguments = {input(start), output(steps), scalar(700)}};
}

/// Whether each number below n is prime, by the sieve of Eratosthenes.
std::vector<bool> primes_below(std::size_t n) {
  std::vector<bool> prime(n, true);
  prime[0] = prime[1] = false;
  for (std::size_t i = 2; i * i < n; ++i) {
    for (std::size_t multiple = i * i; prime[i] && multiple < n; multiple += i) prime[multiple] = false;
  }
  return prime;
}

Case odd_primes() {
  const std::vector<bool> prime = primes_below(4002);
  std::vector<std::uint8_t> expected(2000);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = prime[2 * i + 1];
  return {.grid = {16}, .block = {128}, .arguments = {output(expected), scalar(2000)}};
}

Case sieve() {
  constexpr std::size_t n = 4096;
  const std::vector<bool> prime = primes_below(n);
  std::vector<std::int32_t> bases;
  for (std::size_t i = 2; i < 64; ++i) {
    if (prime[i]) bases.push_back(static_cast<std::int32_t>(i));
  }
  std::vector<std::uint32_t> crossed(n / 32);
  for (std::size_t i = 2; i < n; ++i) crossed[i / 32] |= std::uint32_t{!prime[i]} << i % 32;
  return {.grid = {1},
          .block = {32},
          .arguments = {input(bases), scalar(static_cast<std::int32_t>(bases.size())), output(crossed), scalar(std::int32_t{n})}};
}

constexpr int width = 70, height = 45, limit = 60;

/// Iterations of z → z² + c until |z| > 2, at most `limit`, in the precision of T.
template <typename T>
std::int32_t escape(T r, T i, T cr, T ci) {
  std::int32_t count = 0;
  while (count < limit && r * r + i * i <= T{4}) {
    const T next = r * r - i * i + cr;
    i = T{2} * r * i + ci;
    r = next;
    ++count;
  }
  return count;
}

Case mandelbrot() {
  constexpr float left = -2.2f, top = -1.1f, step = 0.045f;
  std::vector<std::int32_t> counts;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      counts.push_back(escape(0.0f, 0.0f, left + static_cast<float>(x) * step, top + static_cast<float>(y) * step));
    }
  }
  return {.grid = {5, 6},
          .block = {16, 8},
          .arguments = {output(counts), scalar(width), scalar(height), scalar(left), scalar(top), scalar(step), scalar(limit)}};
}

Case julia() {
  constexpr double cr = -0.8, ci = 0.156;
  std::vector<std::int32_t> counts;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) counts.push_back(escape(3.0 * x / width - 1.5, 3.0 * y / height - 1.5, cr, ci));
  }
  return {.grid = {3, 12},
          .block = {32, 4},
          .arguments = {output(counts), scalar(width), scalar(height), scalar(cr), scalar(ci), scalar(limit)}};
}

Case black_scholes() {
  const auto price = uniform(900, 10, 5, 30), strike = uniform(900, 11, 1, 100), years = uniform(900, 12, 0.25, 10);
  constexpr double rate = 0.02, volatility = 0.3;
  const auto normal = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  std::vector<double> call(price.size()), put(price.size());
  for (std::size_t i = 0; i < price.size(); ++i) {
    const double s = double{price[i]}, k = double{strike[i]}, t = double{years[i]};
    const double d1 = (std::log(s / k) + (rate + volatility * volatility / 2) * t) / (volatility * std::sqrt(t));
    const double d2 = d1 - volatility * std::sqrt(t);
    call[i] = s * normal(d1) - k * std::exp(-rate * t) * normal(d2);
    put[i] = k * std::exp(-rate * t) * normal(-d2) - s * normal(-d1);
  }
  const Tolerance tolerance{0, 1e-4, "the polynomial is wrong by 7.5e-8, floats by 6e-8 a step, of amounts up to 100"};
  const std::vector<float> nothing(price.size());
  return {
      .grid = {8},
      .block = {128},
      .arguments = {input(price), input(strike), input(years), output(nothing, call, tolerance), output(nothing, put, tolerance),
                    scalar(static_cast<float>(rate)), scalar(static_cast<float>(volatility)), scalar(900)}};
}

Case n_body() {
  constexpr std::size_t n = 150;
  constexpr double softening = 0.01;
  const auto bodies = uniform(4 * n, 13, 0.1, 1);
  std::vector<double> expected(3 * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      double difference[3], square = softening;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        difference[axis] = double{bodies[4 * k + axis]} - double{bodies[4 * i + axis]};
        square += difference[axis] * difference[axis];
      }
      for (std::size_t axis = 0; axis < 3; ++axis)
        expected[3 * i + axis] += double{bodies[4 * k + 3]} * difference[axis] / std::pow(square, 1.5);
    }
  }
  return {
      .grid = {3},
      .block = {64},
      .arguments = {input(bodies),
                    output(std::vector<float>(3 * n), expected, {1e-4, 2e-3, "150 float terms of up to 1e2, that partly cancel"}),
                    scalar(std::int32_t{n}), scalar(static_cast<float>(softening))}};
}

const Kernel elementwise_kernels[] = {
    {"vector_add", vector_add},
    {"saxpy", saxpy},
    {"increment_grid_stride", increment_grid_stride},
    {"scale_float4", scale_float4},
    {"collatz", collatz},
    {"odd_primes", odd_primes},
    {"sieve", sieve},
    {"mandelbrot", mandelbrot},
    {"julia", julia},
    {"black_scholes", black_scholes},
    {"n_body", n_body},
};
WARPLENS_ZOO(Elementwise, "elementwise", elementwise_kernels);

}  // namespace
}  // namespace warplens::zoo
