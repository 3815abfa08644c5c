#include <algorithm>
#include <numeric>

#include "zoo.h"

namespace warplens::zoo {
namespace {

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

Case tile_functions() {
  constexpr std::int32_t n = 96, size = 16;
  const auto data = integers(n, 156, -100, 100);
  std::vector<std::int32_t> results;
  for (std::int32_t i = 0; i < n; ++i) {
    const std::int32_t first = i / size * size, rank = i % size;
    const auto of = [&](std::int32_t lane) { return data[static_cast<std::size_t>(first + lane)]; };
    std::uint32_t positive = 0, alike = 0;
    std::int32_t sum_before = 0, any = 0, all = 1;
    for (std::int32_t lane = 0; lane < size; ++lane) {
      positive |= std::uint32_t{of(lane) > 0} << lane;
      alike |= std::uint32_t{(of(lane) & 3) == (of(rank) & 3)} << lane;
      if (lane < rank) sum_before += of(lane);
      any |= of(lane) > 90 ? 1 : 0;
      all &= of(lane) > -90 ? 1 : 0;
    }
    // The lanes of a quarter meet in the order of a butterfly: at distance 2, then 1.
    const auto times = [](std::int32_t a, std::int32_t b) { return a * b % 1000; };
    const std::int32_t quarter = rank / 4 * 4;
    const std::int32_t product = times(times(of(quarter), of(quarter + 2)), times(of(quarter + 1), of(quarter + 3)));
    results.insert(results.end(), {rank + 100 * (i / size) + 10000 * (n / size), of(5), of(rank >= 3 ? rank - 3 : rank),
                                   of(rank + 3 < size ? rank + 3 : rank), of(rank ^ 6), static_cast<std::int32_t>(positive),
                                   any + 2 * all, static_cast<std::int32_t>(alike), sum_before + of(rank), sum_before,
                                   of(2) * (of(2) + 1), product + 10000 * (rank / 4)});
  }
  return {.grid = {1}, .block = {n}, .arguments = {input(data), output(results)}};
}

Case left_lanes() {
  const auto data = integers(32, 157, -100, 200);
  std::vector<std::int32_t> left;
  for (const std::int32_t value : data) {
    if (value >= 0) left.push_back(value);
  }
  std::vector<std::int32_t> results(8 * data.size());
  std::size_t rank = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data[i] < 0) continue;
    const auto value = data[i];
    std::uint32_t odd = 0;
    std::int32_t sum = 0, alike_before = 0, alike = 0, bits = 0;
    for (std::size_t other = 0; other < left.size(); ++other) {
      odd |= std::uint32_t{left[other] % 2 == 1} << other;
      if (other <= rank) sum += left[other];
      if ((left[other] % 3 == 0) != (value % 3 == 0)) continue;
      ++alike;
      bits ^= left[other];
      if (other < rank) ++alike_before;
    }
    const std::vector<std::int32_t> mine{static_cast<std::int32_t>(rank + 100 * left.size()),
                                         left[rank > 0 ? rank - 1 : rank],
                                         left[rank + 2 < left.size() ? rank + 2 : rank],
                                         static_cast<std::int32_t>(odd),
                                         *std::min_element(left.begin(), left.end()),
                                         sum,
                                         alike_before + 100 * alike,
                                         bits};
    std::copy(mine.begin(), mine.end(), results.begin() + static_cast<std::ptrdiff_t>(8 * i));
    ++rank;
  }
  return {.grid = {1}, .block = {32}, .arguments = {input(data), output(results)}};
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

const Kernel cooperative_kernels[] = {
    {"reduce_tiles", reduce_tiles},
    {"reduce_small_tiles", reduce_small_tiles},
    {"coalesced_count", coalesced_count},
    {"sums_by_label", sums_by_label},
    {"tile_functions", tile_functions},
    {"left_lanes", left_lanes},
    {"heat", heat},
};
WARPLENS_ZOO(Cooperative, "cooperative", cooperative_kernels);

}  // namespace
}  // namespace warplens::zoo
