#include <algorithm>
#include <numeric>

#include "zoo.h"

namespace warplens::zoo {
namespace {

std::vector<std::int32_t> inclusive(const std::vector<std::int32_t>& data) {
  std::vector<std::int32_t> sums(data.size());
  std::partial_sum(data.begin(), data.end(), sums.begin());
  return sums;
}

/// Prefix sums of each segment of `block` elements.
std::vector<std::int32_t> by_blocks(const std::vector<std::int32_t>& data, std::size_t block, bool exclusive) {
  std::vector<std::int32_t> sums(data.size());
  for (std::size_t i = 0, sum = 0; i < data.size(); ++i) {
    if (i % block == 0) sum = 0;
    const std::size_t before = sum;
    sum += static_cast<std::size_t>(data[i]);
    sums[i] = static_cast<std::int32_t>(exclusive ? before : sum);
  }
  return sums;
}

Case hillis_steele() {
  const auto data = integers(200, 30, -50, 50);
  return {.grid = {1},
          .block = {256},
          .dynamic_shared = 2 * 256 * 4,
          .arguments = {input(data), output(inclusive(data)), scalar(200)}};
}

Case blelloch() {
  constexpr std::size_t n = 1000, block = 128, size = 2 * block;
  const auto data = integers(n, 31, 0, 50);
  std::vector<std::int32_t> totals(blocks_for(n, size));
  for (std::size_t i = 0; i < n; ++i) totals[i / size] += data[i];
  return {.grid = {static_cast<std::uint32_t>(totals.size())},
          .block = {block},
          .dynamic_shared = size * 4,
          .arguments = {input(data), output(by_blocks(data, size, true)), output(totals), scalar(std::int32_t{n})}};
}

Case add_carry() {
  constexpr std::size_t n = 1000, block = 256;
  const auto data = integers(n, 32, 0, 50);
  std::vector<std::int32_t> carries(blocks_for(n, block));
  const auto sums = inclusive(data);
  for (std::size_t b = 1; b < carries.size(); ++b) carries[b] = sums[b * block - 1];
  return {.grid = {static_cast<std::uint32_t>(carries.size())},
          .block = {block},
          .arguments = {output(by_blocks(data, block, false), sums), input(carries), scalar(std::int32_t{n})}};
}

Case shuffle() {
  const auto data = integers(900, 33, 0, 50);
  return {.grid = {4}, .block = {256}, .arguments = {input(data), output(by_blocks(data, 256, false)), scalar(900)}};
}

Case look_back() {
  constexpr std::size_t n = 3000, block = 128, grid = blocks_for(n, block);
  const auto data = integers(n, 34, -50, 50);
  return {.grid = {grid},
          .block = {block},
          .arguments = {input(data), output(inclusive(data)), output(std::vector{0u}, std::vector{std::uint32_t{grid}}),
                        scratch(std::vector<std::uint64_t>(grid)), scalar(std::int32_t{n})}};
}

Case compact() {
  const auto data = integers(1500, 35, -60, 40);
  std::vector<std::int32_t> kept;
  std::copy_if(data.begin(), data.end(), std::back_inserter(kept), [](int value) { return value > 0; });
  const auto size = static_cast<std::int32_t>(kept.size());
  kept.resize(data.size());
  std::sort(kept.begin(), kept.end());
  const auto same_elements = [kept](std::vector<std::int32_t> packed) {
    std::sort(packed.begin(), packed.end());
    EXPECT_EQ(packed, kept);
  };
  return {.grid = {12},
          .block = {128},
          .arguments = {input(data), output_where(std::vector<std::int32_t>(data.size()), same_elements),
                        output(std::vector{0}, std::vector{size}), scalar(1500)}};
}

const Kernel scan_kernels[] = {
    {"scan_hillis_steele", hillis_steele}, {"scan_blelloch", blelloch}, {"scan_add_carry", add_carry}, {"scan_shuffle", shuffle},
    {"scan_look_back", look_back},         {"compact", compact},
};
WARPLENS_ZOO(Scan, "scan", scan_kernels);

}  // namespace
}  // namespace warplens::zoo
