#include "zoo.h"

namespace warplens::zoo {
namespace {

__extension__ using Unsigned = unsigned __int128;
__extension__ using Signed = __int128;

Case divide_wide() {
  constexpr std::size_t n = 64;
  const auto words = integers<std::uint32_t>(8 * n, 180, 0, 0xffffffff);
  std::vector<std::uint64_t> dividends, divisors, results;
  for (std::size_t i = 0; i < n; ++i) {
    const auto word = [&](std::size_t k) { return std::uint64_t{words[8 * i + k]}; };
    dividends.insert(dividends.end(), {word(0) << 32 | word(1), (word(2) << 32 | word(3)) >> i});
    // Divisors of every bit length.
    divisors.insert(divisors.end(), {(word(4) << 32 | word(5)) >> (i < 32 ? 2 * i : 0) | 1, i < 32 ? 0 : word(6) >> (i - 32)});
    const auto wide = [&](const std::vector<std::uint64_t>& halves) { return Unsigned{halves[2 * i + 1]} << 64 | halves[2 * i]; };
    const Unsigned a = wide(dividends), b = wide(divisors);
    const auto signed_a = static_cast<Signed>(a), signed_b = static_cast<Signed>(b);
    for (const Unsigned part :
         {a / b, a % b, static_cast<Unsigned>(signed_a / signed_b), static_cast<Unsigned>(signed_a % signed_b)})
      results.insert(results.end(), {static_cast<std::uint64_t>(part), static_cast<std::uint64_t>(part >> 64)});
  }
  return {.grid = {1}, .block = {n}, .arguments = {input(dividends), input(divisors), output(results)}};
}

const Kernel wide_kernels[] = {{"divide_wide", divide_wide, "", {{"clang", "clang has no division of 128 bits for GPUs"}}}};
WARPLENS_ZOO(Wide, "wide", wide_kernels);

}  // namespace
}  // namespace warplens::zoo
