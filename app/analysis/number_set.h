#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

namespace warplens::analysis {

/// A set of threads, or of warps: one bit per number, in words of 32. Words from 2^26 on, which only a damaged trace has, are
/// kept in a map, so that they do not make the set large.
class NumberSet {
 public:
  void add(std::uint64_t number) { add(number / 32, 1u << number % 32); }
  /// Add the numbers 32 × word + k for each bit k of `bits`: for threads, the lanes of a warp.
  void add(std::uint64_t word, std::uint32_t bits) {
    if (word >= far) {
      distant_[word] |= bits;
      return;
    }
    if (word >= near_.size()) near_.resize(std::max<std::size_t>(word + 1, near_.size() * 2));
    near_[word] |= bits;
  }
  std::uint64_t size() const {
    std::uint64_t numbers = 0;
    for (const std::uint32_t bits : near_) numbers += static_cast<std::uint64_t>(std::popcount(bits));
    for (const auto& [word, bits] : distant_) numbers += static_cast<std::uint64_t>(std::popcount(bits));
    return numbers;
  }

 private:
  static constexpr std::uint64_t far = 1u << 26;
  std::vector<std::uint32_t> near_;
  std::map<std::uint64_t, std::uint32_t> distant_;
};

}  // namespace warplens::analysis
