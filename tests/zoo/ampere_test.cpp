#include <algorithm>

#include "zoo.h"

namespace warplens::zoo {
namespace {

Case warp_reduce() {
  constexpr std::size_t n = 150, lanes = 32;
  auto data = integers(n, 150, -1000, 1000);
  for (std::size_t i = lanes; i < 2 * lanes; ++i) data[i] |= 0x70;  // bits set in a whole warp
  std::vector<std::int32_t> results;
  for (std::size_t first = 0; first < 192; first += lanes) {
    std::int32_t sum = 0, smallest = INT32_MAX;
    std::uint32_t largest = 0, all = ~0u, any = 0, odd = 0;
    for (std::size_t i = first; i < first + lanes; ++i) {
      const std::int32_t value = i < n ? data[i] : 0;
      const auto bits = static_cast<std::uint32_t>(value);
      sum += value;
      smallest = std::min(smallest, value);
      largest = std::max(largest, bits);
      all &= bits;
      any |= bits;
      odd ^= bits;
    }
    results.insert(results.end(), {sum, smallest});
    for (const std::uint32_t bits : {largest, all, any, odd}) results.push_back(static_cast<std::int32_t>(bits));
  }
  return {.grid = {3}, .block = {64}, .arguments = {input(data), output(results), scalar(std::int32_t{n})}};
}

Case sums_by_key() {
  const auto keys = integers(96, 152, 0, 5), data = integers(96, 153, -1000, 1000);
  std::vector<std::int32_t> sums(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    for (std::size_t k = i / 32 * 32; k < i / 32 * 32 + 32; ++k) sums[i] += keys[k] == keys[i] ? data[k] : 0;
  }
  return {.grid = {1}, .block = {96}, .arguments = {input(keys), input(data), output(sums)}};
}

Case double_buffered_sum() {
  constexpr std::size_t block = 64, steps = 7, n = 4 * block * steps;
  const auto data = integers<float>(n, 151, -50, 50);  // exact sums
  std::vector<float> sums(block);
  for (std::size_t i = 0; i < n; ++i) sums[(i / 4 + block - 1) % block] += data[i];
  return {.grid = {1}, .block = {block}, .arguments = {input(data), output(sums), scalar(std::int32_t{n})}};
}

const Kernel ampere_kernels[] = {
    {"warp_reduce", warp_reduce},
    {"sums_by_key", sums_by_key},
    {"double_buffered_sum", double_buffered_sum},
};
WARPLENS_ZOO(Ampere, "ampere", ampere_kernels);

}  // namespace
}  // namespace warplens::zoo
