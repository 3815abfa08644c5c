#pragma once

#include <cstdint>

namespace warplens::base {

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): a tiny generator. Its numbers are the same on every machine and compiler, unlike
/// those of the distributions of <random>.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  /// The next 64 uniform bits.
  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  /// Uniform in [0, 1), 53 bits.
  constexpr double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  /// Uniform in [0, bound); 0 when bound is 0. (Lemire's multiply-shift; its bias, below bound/2^32, is accepted.)
  constexpr std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

 private:
  std::uint64_t state_;
};

}  // namespace warplens::base
