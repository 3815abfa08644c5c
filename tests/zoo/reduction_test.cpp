#include <algorithm>
#include <bit>
#include <numeric>

#include "zoo.h"

namespace warplens::zoo {
namespace {

constexpr int summed = 5003;

/// An integer sum by blocks of 128 with one element of dynamic shared memory per thread.
Case integer_sum(std::uint32_t grid) {
  const auto data = integers(summed, 20, -1000, 1000);
  return {.grid = {grid},
          .block = {128},
          .dynamic_shared = 128 * 4,
          .arguments = {input(data), output(std::vector{std::accumulate(data.begin(), data.end(), 0)}), scalar(summed)}};
}
Case one_a_thread() { return integer_sum(blocks_for(summed, 128)); }
Case two_a_thread() { return integer_sum(blocks_for(summed, 256)); }
Case many_a_thread() { return integer_sum(5); }

Case last_block() {
  constexpr std::uint32_t grid = 9;
  const auto data = integers(summed, 21, -1000, 1000);
  // atomicInc wraps to 0 at the last block, which resets the counter for the next launch.
  return {.grid = {grid},
          .block = {128},
          .arguments = {input(data), scratch(std::vector<std::int32_t>(grid)), output(std::vector<std::uint32_t>{grid}),
                        output(std::vector{std::accumulate(data.begin(), data.end(), 0)}), scalar(summed)}};
}

Case dot_product() {
  const auto a = uniform<double>(summed, 22, -1, 1), b = uniform<double>(summed, 23, -1, 1);
  const double sum = std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
  return {.grid = {6},
          .block = {256},
          .arguments = {input(a), input(b),
                        output(std::vector<double>{0}, std::vector{sum},
                               {0, summed * 0x1p-52 * 100, "5003 double additions in another order, sums below 100"}),
                        scalar(summed)}};
}

Case extremes() {
  const auto data = uniform(summed, 24, -100, 50);
  const auto ordered = [](float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  };
  const auto [smallest, largest] = std::minmax_element(data.begin(), data.end());
  return {.grid = {blocks_for(summed, 256)},
          .block = {256},
          .arguments = {input(data), output(std::vector{0xffffffffu}, std::vector{ordered(*smallest)}),
                        output(std::vector{0u}, std::vector{ordered(*largest)}), scalar(summed)}};
}

Case block_votes() {
  constexpr std::size_t grid = 6, block = 96;
  auto data = integers(grid * block, 25, 0, 100);
  for (std::size_t i = 0; i < block; ++i) {
    data[i] += 101;                           // all of block 0 are above 100
    data[block + i] = i == 37 ? 101 : 7;      // one element of block 1
    data[2 * block + i] = i == 95 ? 4 : 200;  // all but one of block 2
  }
  std::vector<std::int32_t> odd(grid), all(grid), any(grid);
  for (std::size_t b = 0; b < grid; ++b) {
    const auto first = data.begin() + static_cast<std::ptrdiff_t>(b * block), last = first + block;
    odd[b] = static_cast<std::int32_t>(std::count_if(first, last, [](int value) { return value % 2 != 0; }));
    all[b] = std::all_of(first, last, [](int value) { return value > 100; });
    any[b] = std::any_of(first, last, [](int value) { return value > 100; });
  }
  return {.grid = {grid}, .block = {block}, .arguments = {input(data), output(odd), output(all), output(any), scalar(100)}};
}

const Kernel reduction_kernels[] = {
    {"reduce_interleaved", one_a_thread}, {"reduce_strided", one_a_thread},
    {"reduce_sequential", two_a_thread},  {"reduce_unrolled", many_a_thread},
    {"reduce_shuffle", many_a_thread},    {"reduce_last_block", last_block},
    {"dot_product", dot_product},         {"extremes", extremes},
    {"block_votes", block_votes},
};
WARPLENS_ZOO(Reduction, "reduction", reduction_kernels);

}  // namespace
}  // namespace warplens::zoo
