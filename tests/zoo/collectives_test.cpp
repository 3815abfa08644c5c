#include <algorithm>

#include "zoo.h"

namespace warplens::zoo {
namespace {

constexpr std::size_t threads = 128, tile = 4 * threads;

Case block_sort() {
  constexpr std::size_t blocks = 3;
  const auto data = integers(blocks * tile, 170, -1'000'000'000, 1'000'000'000);
  auto sorted = data;
  for (std::size_t block = 0; block < blocks; ++block) {
    const auto first = sorted.begin() + static_cast<std::ptrdiff_t>(block * tile);
    std::sort(first, first + tile);
  }
  return {.grid = {blocks}, .block = {threads}, .arguments = {input(data), output(sorted)}};
}

Case block_offsets() {
  constexpr std::size_t n = 3 * threads - 29;
  const auto sizes = integers(n, 171, 0, 50);
  std::vector<std::int32_t> offsets(n), totals(3);
  for (std::size_t i = 0; i < n; ++i) {
    offsets[i] = totals[i / threads];
    totals[i / threads] += sizes[i];
  }
  return {.grid = {3},
          .block = {threads},
          .arguments = {input(sizes), output(offsets), output(totals), scalar(static_cast<std::int32_t>(n))}};
}

Case warp_largest_and_sums() {
  const auto data = integers(2 * threads, 172, -1000, 1000);
  std::vector<std::int32_t> largest, sums(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    sums[i] = data[i] + (i % 32 != 0 ? sums[i - 1] : 0);
    if (i % 32 == 0) largest.push_back(data[i]);
    largest.back() = std::max(largest.back(), data[i]);
  }
  return {.grid = {2}, .block = {threads}, .arguments = {input(data), output(largest), output(sums)}};
}

Case block_histogram() {
  std::vector<std::uint8_t> data;
  std::vector<std::uint32_t> counts(2 * 16);
  for (const std::int32_t value : integers(2 * tile, 173, 0, 16)) {
    ++counts[data.size() / tile * 16 + static_cast<std::size_t>(value)];
    data.push_back(static_cast<std::uint8_t>(value));
  }
  return {.grid = {2}, .block = {threads}, .arguments = {input(data), output(counts)}};
}

const Kernel collectives_kernels[] = {
    {"block_sort", block_sort},
    {"block_offsets", block_offsets},
    {"warp_largest_and_sums", warp_largest_and_sums},
    {"block_histogram", block_histogram},
};
WARPLENS_ZOO(Collectives, "collectives", collectives_kernels);

}  // namespace
}  // namespace warplens::zoo
