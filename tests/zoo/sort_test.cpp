#include <algorithm>
#include <numeric>

#include "zoo.h"

namespace warplens::zoo {
namespace {

/// Each segment of `block` elements sorted separately.
template <typename T>
std::vector<T> sorted_by_blocks(std::vector<T> data, std::size_t block) {
  for (std::size_t first = 0; first < data.size(); first += block) {
    const auto begin = data.begin() + static_cast<std::ptrdiff_t>(first);
    std::sort(begin, begin + static_cast<std::ptrdiff_t>(block));
  }
  return data;
}

Case bitonic_step() {
  constexpr std::size_t n = 1024, distance = 8, size = 32;
  const auto keys = integers<std::uint32_t>(n, 40, 0, 10'000);
  auto expected = keys;
  for (std::size_t i = 0; i < n; ++i) {
    if ((i / distance) % 2 != 0) continue;
    auto& low = expected[i];
    auto& high = expected[i + distance];
    if ((i / size) % 2 == 0 ? low > high : low < high) std::swap(low, high);
  }
  return {.grid = {8},
          .block = {128},
          .arguments = {output(keys, expected), scalar(std::uint32_t{distance}), scalar(std::uint32_t{size})}};
}

Case bitonic_sort() {
  const auto keys = integers(512, 41, -1000, 1000);
  return {.grid = {4}, .block = {128}, .dynamic_shared = 512, .arguments = {output(keys, sorted_by_blocks(keys, 128))}};
}

Case odd_even_merge_sort() {
  constexpr std::size_t n = 256;
  std::vector<std::uint32_t> keys(n), values(n), sorted(n), sorted_values(n);
  for (std::size_t i = 0; i < n; ++i) {
    keys[i] = static_cast<std::uint32_t>(i * 2654435761u);  // an odd multiplier: all keys are distinct
    values[i] = static_cast<std::uint32_t>(i);
  }
  std::iota(sorted_values.begin(), sorted_values.end(), 0u);
  std::sort(sorted_values.begin(), sorted_values.end(), [&](auto a, auto b) { return keys[a] < keys[b]; });
  for (std::size_t i = 0; i < n; ++i) sorted[i] = keys[sorted_values[i]];
  return {
      .grid = {1}, .block = {n / 2}, .dynamic_shared = n * 8, .arguments = {output(keys, sorted), output(values, sorted_values)}};
}

Case radix_sort_block() {
  auto keys = integers<std::uint32_t>(512, 42, 0, 0xffffffff);
  return {.grid = {2}, .block = {256}, .arguments = {output(keys, sorted_by_blocks(keys, 256))}};
}

Case radix_count() {
  constexpr std::size_t n = 1100, block = 128, grid = blocks_for(n, block);
  const auto keys = integers<std::uint32_t>(n, 43, 0, 0xffffffff);
  std::vector<std::uint32_t> counts(16 * grid);
  for (std::size_t i = 0; i < n; ++i) ++counts[(keys[i] >> 8) % 16 * grid + i / block];
  return {.grid = {grid}, .block = {block}, .arguments = {input(keys), output(counts), scalar(8), scalar(std::int32_t{n})}};
}

Case counting_sort() {
  const auto keys = integers<std::uint8_t>(2000, 44, 0, 256);
  return {.grid = {1}, .block = {224}, .arguments = {input(keys), output(sorted_by_blocks(keys, 2000)), scalar(2000)}};
}

Case merge_path() {
  auto a = integers(700, 45, 0, 500), b = integers(411, 46, 0, 500);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  std::vector<std::int32_t> merged(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), merged.begin());
  return {.grid = {3}, .block = {64}, .arguments = {input(a), scalar(700), input(b), scalar(411), output(merged), scalar(7)}};
}

Case odd_even_transposition() {
  const auto data = integers<std::int16_t>(121, 47, -300, 300);
  return {.grid = {1}, .block = {64}, .arguments = {output(data, sorted_by_blocks(data, 121)), scalar(121)}};
}

Case rank_sort() {
  auto data = uniform<double>(300, 48);
  data[17] = data[250];
  return {.grid = {5}, .block = {64}, .arguments = {input(data), output(sorted_by_blocks(data, 300)), scalar(300)}};
}

const Kernel sort_kernels[] = {
    {"bitonic_step", bitonic_step},
    {"bitonic_sort", bitonic_sort},
    {"odd_even_merge_sort", odd_even_merge_sort},
    {"radix_sort_block", radix_sort_block},
    {"radix_count", radix_count},
    {"counting_sort", counting_sort},
    {"merge_path", merge_path},
    {"odd_even_transposition", odd_even_transposition},
    {"rank_sort", rank_sort},
};
WARPLENS_ZOO(Sort, "sort", sort_kernels);

}  // namespace
}  // namespace warplens::zoo
