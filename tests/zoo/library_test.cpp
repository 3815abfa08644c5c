#include <algorithm>
#include <climits>
#include <cmath>
#include <numbers>
#include <numeric>

#include "zoo.h"

namespace warplens::zoo {
namespace {

Case areas() {
  constexpr std::size_t n = 75;
  const auto sizes = integers<float>(n, 190, -50, 50);
  std::vector<double> expected;
  for (std::size_t i = 0; i < n; ++i) {
    const double size = sizes[i];
    expected.push_back(4 + (i % 2 == 0 ? size * size : 2 * size));  // of integers: exact
  }
  return {
      .grid = {2}, .block = {64}, .arguments = {input(sizes), output(std::vector<float>(n), expected), scalar(std::int32_t{n})}};
}

Case usual_functions() {
  constexpr std::int32_t n = 60;
  const auto data = uniform(n, 191, -8, 8);
  std::vector<double> expected;
  for (std::int32_t i = 0; i < n; ++i) {
    const double x = data[static_cast<std::size_t>(i)];
    expected.insert(expected.end(),
                    {4 * std::abs(x) + 3, 2 * std::sqrt(std::abs(x)),
                     std::floor(x) + std::ceil(x) + std::trunc(x) + std::round(x) + std::nearbyint(x),
                     std::fmin(x, 0.5) + std::fmax(x, 0.25) + std::min(x, 1.0) + std::max(i, 3), x < 0 ? INFINITY : -INFINITY,
                     1.0 + 2.0 + 4.0 + (x < 0 ? 8.0 : 0.0), x * x + std::exp(x) + std::sin(x) + std::numbers::pi, CHAR_BIT});
  }
  const Tolerance tolerance{1e-6, 1e-6, "parts are computed in float"};
  return {.grid = {1},
          .block = {64},
          .arguments = {input(data), output(std::vector<double>(expected.size()), expected, tolerance), scalar(n)}};
}

Case copied_bytes() {
  constexpr std::size_t threads = 40, each = 13, room = 24;
  const auto from = integers<std::uint8_t>(threads * each, 192, 0, 256);
  std::vector<std::uint8_t> expected(threads * room, 0xab);
  for (std::size_t i = 0; i < from.size(); ++i) expected[i / each * room + 2 + i % each] = from[i];
  return {.grid = {1}, .block = {threads}, .arguments = {input(from), output(expected), scalar(std::int32_t{each})}};
}

Case rare_intrinsics() {
  const auto data = integers(32, 193, -1000, 1000);
  const std::int32_t sum = std::accumulate(data.begin(), data.end(), 0);
  std::vector<std::int32_t> results(97, -2000);
  for (std::size_t i = 0; i < 32; ++i) {
    results[i] = sum + 1 + 2;  // nobody's number is above 1000
    results[32 + i] = data[31 - i];
    results[64 + i] = std::abs(data[i] + 5) + 7 + 1 + 2;
    results[96] = std::max(results[96], data[i]);
  }
  return {.grid = {1}, .block = {32}, .arguments = {input(data), output(std::vector<std::int32_t>(97, -2000), results)}};
}

Case greeting() { return {.grid = {1}, .block = {32}, .arguments = {scalar(32)}, .printed = "32 threads in one block\n"}; }

Case asserted() {
  std::vector<std::int32_t> data(32, 3);
  data[17] = 4;
  return {.grid = {1},
          .block = {32},
          .arguments = {input(data), scalar(4)},
          .fault = {"assertion `data[threadIdx.x] < limit` failed: ", "library.cu:"}};
}

const Kernel library_kernels[] = {{"areas", areas},
                                  {"usual_functions", usual_functions},
                                  {"copied_bytes", copied_bytes},
                                  {"rare_intrinsics", rare_intrinsics},
                                  {"greeting", greeting},
                                  {"asserted", asserted}};
WARPLENS_ZOO(Library, "library", library_kernels);

}  // namespace
}  // namespace warplens::zoo
