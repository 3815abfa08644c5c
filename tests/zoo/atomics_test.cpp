#include <algorithm>
#include <numeric>
#include <string>

#include "zoo.h"

namespace warplens::zoo {
namespace {

Case first_letters() {
  const std::string text =
      "every block counts the words that it reads in shared memory and adds them up where all of the others can see what came";
  std::vector<std::uint32_t> counts(26);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ' ' && (i == 0 || text[i - 1] == ' ')) ++counts[static_cast<std::size_t>(text[i] - 'a')];
  }
  return {.grid = {3},
          .block = {32},
          .arguments = {input(std::vector<std::int8_t>(text.begin(), text.end())), output(counts),
                        scalar(static_cast<std::int32_t>(text.size()))}};
}

template <typename T>
Case operations() {
  constexpr std::size_t n = 90;
  const auto data = integers<T>(n, 200, std::is_signed_v<T> ? -1000 : 1, 1000);
  const std::vector<T> start{5, 6, 7, 8, static_cast<T>(-1), 0, 0, 1, 2, 3};
  std::vector<T> results = start;
  for (const T value : data) {
    results[0] += value;
    results[1] -= value;
    results[2] = std::min(results[2], value);
    results[3] = std::max(results[3], value);
    results[4] &= value;
    results[5] |= value;
    results[6] ^= value;
    results[7] += 3;
    results[8] += 1;
    results[9] += value * value;
  }
  return {.grid = {3}, .block = {32}, .arguments = {input(data), output(start, results), scalar(std::int32_t{n})}};
}

Case floating() {
  constexpr std::size_t n = 90;
  const auto data = integers<float>(n, 201, -500, 500);
  const double sum = std::accumulate(data.begin(), data.end(), 0.0);  // of integers: exact in any order
  return {.grid = {3},
          .block = {32},
          .arguments = {input(data), output(std::vector{-1000.0f}, std::vector{*std::max_element(data.begin(), data.end())}),
                        output(std::vector{0.0}, std::vector{sum}), scalar(std::int32_t{n})}};
}

Case relay() {
  std::vector<std::int32_t> values;
  for (std::int32_t block = 0, value = 0; block < 6; ++block) values.push_back(value = 2 * value + 1);
  return {
      .grid = {6},
      .block = {32},
      .arguments = {output(values), output(std::vector<std::int32_t>(6, 0), std::vector<std::int32_t>(6, 1)), output(values)}};
}

Case locked() {
  return {.grid = {5}, .block = {32}, .arguments = {output(std::vector{5, 0 + 1 + 2 + 3 + 4, 0 + 1 + 4 + 9 + 16})}};
}

const Kernel atomics_kernels[] = {{"first_letters", first_letters},
                                  {"operations_int", operations<std::int32_t>},
                                  {"operations_unsigned_long", operations<std::uint64_t>},
                                  {"floating", floating},
                                  {"relay", relay},
                                  {"locked", locked}};
WARPLENS_ZOO(Atomics, "atomics", atomics_kernels);

}  // namespace
}  // namespace warplens::zoo
