#include <algorithm>
#include <numeric>

#include "zoo.h"

namespace warplens::zoo {
namespace {

const std::vector<Refusal> refusals{{"clang", "cooperative_groups.h comes with the toolkit only"}};

Case reduce_tiles() {
  const auto data = integers(3003, 160, -1000, 1000);
  return {.grid = {4},
          .block = {96},
          .arguments = {input(data), output(std::vector{0}, std::vector{std::accumulate(data.begin(), data.end(), 0)}),
                        scalar(3003)}};
}

Case reduce_small_tiles() {
  constexpr std::size_t block = 128, grid = 3, tile = 8;
  const auto data = integers(block * grid, 161, -1000, 1000);
  std::vector<std::int32_t> largest(data.size() / tile, -1000);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::size_t reversed = i / block * block + block - 1 - i % block;
    largest[reversed / tile] = std::max(largest[reversed / tile], data[i]);
  }
  return {.grid = {grid}, .block = {block}, .arguments = {input(data), output(largest)}};
}

Case coalesced_count() {
  constexpr std::size_t n = 250, threads = 256;
  const auto data = integers(n, 162, 0, 100);
  std::vector<std::int32_t> places(threads, -1);
  std::int32_t count = 0;
  for (const std::int32_t value : data) {
    if (value % 3 == 0) places[static_cast<std::size_t>(count)] = count, ++count;
  }
  std::sort(places.begin(), places.end());
  const auto each_once = [places](std::vector<std::int32_t> got) {
    std::sort(got.begin(), got.end());
    EXPECT_EQ(got, places);
  };
  return {.grid = {4},
          .block = {64},
          .arguments = {input(data), output(std::vector{0}, std::vector{count}),
                        output_where(std::vector<std::int32_t>(threads), each_once), scalar(std::int32_t{n})}};
}

Case sums_by_label() {
  constexpr std::int32_t kinds = 5;
  const auto keys = integers(96, 154, 0, kinds), data = integers(96, 155, -1000, 1000);
  std::vector<std::int32_t> sums(3 * kinds);
  for (std::size_t i = 0; i < keys.size(); ++i) sums[i / 32 * kinds + static_cast<std::size_t>(keys[i])] += data[i];
  return {.grid = {1}, .block = {96}, .arguments = {input(keys), input(data), output(sums), scalar(kinds)}};
}

Case heat() {
  constexpr std::int32_t n = 256, steps = 5;
  std::vector<float> now(n, 0.0f), next(n, 0.0f);
  now[64] = now[191] = 64.0f;  // powers of two: halves and quarters are exact
  std::vector<double> from(now.begin(), now.end()), to(next.begin(), next.end());
  for (std::int32_t step = 0; step < steps; ++step) {
    for (std::size_t i = 1; i + 1 < n; ++i) to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
    std::swap(from, to);
  }
  const auto floats = [](const std::vector<double>& values) { return std::vector<float>(values.begin(), values.end()); };
  return {.grid = {8},
          .block = {32},
          .arguments = {output(now, floats(steps % 2 == 0 ? from : to)), output(next, floats(steps % 2 == 0 ? to : from)),
                        scalar(n), scalar(steps)}};
}

const Kernel kernels[] = {
    {"reduce_tiles", reduce_tiles, "", refusals},
    {"reduce_small_tiles", reduce_small_tiles, "", refusals},
    {"coalesced_count", coalesced_count, "", refusals},
    {"sums_by_label", sums_by_label, "", refusals},
    {"heat", heat, "", refusals},
};
WARPLENS_ZOO(Cooperative, "cooperative", kernels);

}  // namespace
}  // namespace warplens::zoo
