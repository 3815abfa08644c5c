#include <algorithm>
#include <bit>

#include "zoo.h"

namespace warplens::zoo {
namespace {

constexpr std::size_t grid = 3, block = 64, threads = grid * block, lanes = 32;

Case shuffles() {
  const auto data = integers(threads, 140, 0, 1000);
  const auto wide = uniform<double>(threads, 141);
  std::vector<std::int32_t> results;
  std::vector<double> turned;
  for (std::size_t i = 0; i < threads; ++i) {
    const std::size_t lane = i % lanes, first = i - lane;
    // A source lane outside the warp, or outside the segment of 8, yields the lane's own value.
    results.insert(results.end(), {data[first + 5], data[lane >= 3 ? i - 3 : i], data[lane + 7 < lanes ? i + 7 : i],
                                   data[first + (lane ^ 9)], data[lane % 8 + 2 < 8 ? i + 2 : i]});
    turned.push_back(wide[first + lanes - 1 - lane]);
  }
  return {.grid = {grid}, .block = {block}, .arguments = {input(data), output(results), input(wide), output(turned)}};
}

Case votes() {
  auto data = integers(threads, 142, 0, 100);
  for (std::size_t i = 0; i < lanes; ++i) data[i] = 60;  // a warp with equal values
  std::vector<std::uint32_t> results;
  for (std::size_t i = 0; i < threads; ++i) {
    std::uint32_t high = 0, all = 1, any = 0, fours = 0;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::int32_t value = data[i / lanes * lanes + lane];
      high |= std::uint32_t{value > 50} << lane;
      all &= value > 1;
      any |= value > 97;
      fours |= std::uint32_t{value % 4 == 0} << lane;
    }
    results.insert(results.end(), {high, all, any, data[i] % 2 == 0 ? fours : 7});
  }
  return {.grid = {grid}, .block = {block}, .arguments = {input(data), output(results)}};
}

Case match_aggregate() {
  const auto keys = integers(150, 143, 0, 6);
  std::vector<std::int32_t> counters(6);
  for (const std::int32_t key : keys) ++counters[static_cast<std::size_t>(key)];
  return {.grid = {grid}, .block = {block}, .arguments = {input(keys), output(counters), scalar(150)}};
}

Case syncwarp_sum() {
  const auto data = integers(threads, 144, -100, 100);
  std::vector<std::int32_t> sums(threads / lanes);
  for (std::size_t i = 0; i < threads; ++i) sums[i / lanes] += data[i];
  return {.grid = {grid}, .block = {block}, .arguments = {input(data), output(sums)}};
}

Case active_lanes() {
  const auto turns = integers(100, 145, 0, 20);
  return {.grid = {2}, .block = {block}, .arguments = {input(turns), output(turns), scalar(100)}};
}

/// Byte `i` of a word.
template <typename Byte>
std::int32_t byte_of(std::uint32_t word, int i) {
  return static_cast<Byte>(word >> 8 * i);
}

Case dot_of_bytes() {
  const auto a = integers<std::uint32_t>(100, 146, 0, 0xffffffff), b = integers<std::uint32_t>(100, 147, 0, 0xffffffff);
  std::vector<std::int32_t> results(100, -7);
  std::vector<std::uint32_t> unsigned_results(100, 5);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (int k = 0; k < 4; ++k) {
      results[i] += byte_of<std::int8_t>(a[i], k) * byte_of<std::int8_t>(b[i], k);
      unsigned_results[i] += static_cast<std::uint32_t>(byte_of<std::uint8_t>(a[i], k) * byte_of<std::uint8_t>(b[i], k));
    }
  }
  return {
      .grid = {2}, .block = {block}, .arguments = {input(a), input(b), output(results), output(unsigned_results), scalar(100)}};
}

Case byte_tricks() {
  const auto a = integers<std::uint32_t>(100, 148, 0, 0xffffffff), b = integers<std::uint32_t>(100, 149, 0, 0xffffffff);
  std::vector<std::uint32_t> results;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::uint64_t both = std::uint64_t{b[i]} << 32 | a[i];
    std::uint32_t reversed = 0;
    for (int bit = 0; bit < 32; ++bit) reversed |= (a[i] >> bit & 1) << (31 - bit);
    const std::uint64_t picked = (both & 0xff) | (both >> 32 & 0xff) << 8 | (both >> 8 & 0xff) << 16 | (both >> 40 & 0xff) << 24;
    for (const std::uint64_t result :
         {picked, both << i % 32 >> 32, both >> i % 32, std::uint64_t{std::max(a[i], b[i])} - std::min(a[i], b[i]) + 3,
          std::uint64_t{a[i]} * b[i] >> 32, std::uint64_t{reversed}})
      results.push_back(static_cast<std::uint32_t>(result));
  }
  return {.grid = {2}, .block = {block}, .arguments = {input(a), input(b), output(results), scalar(100)}};
}

Case two_sided() {
  const auto data = integers(64, 152, -1000, 1000);
  std::vector<std::int32_t> results;
  for (std::size_t t = 0; t < data.size(); ++t) results.push_back(t % 2 == 0 ? data[t + 1] - 5 + 1 : 3 * data[t - 1] * 2);
  return {.grid = {1}, .block = {64}, .arguments = {input(data), output(results)}};
}

Case wait_by_naps() {
  return {.grid = {2},
          .block = {32},
          .arguments = {output(std::vector{0}, std::vector{1}), output(std::vector<std::int32_t>(64, 1))}};
}

const Kernel warp_kernels[] = {
    {"shuffles", shuffles},
    {"votes", votes},
    {"match_aggregate", match_aggregate},
    {"syncwarp_sum", syncwarp_sum},
    {"active_lanes", active_lanes},
    {"dot_of_bytes", dot_of_bytes},
    {"byte_tricks", byte_tricks},
    {"two_sided", two_sided},
    {"wait_by_naps", wait_by_naps},
};
WARPLENS_ZOO(Warp, "warp", warp_kernels);

}  // namespace
}  // namespace warplens::zoo
