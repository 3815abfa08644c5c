#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace warplens::analysis {

/// How many runs gave each value; values ascending.
struct Distribution {
  std::vector<double> value;
  std::vector<std::uint64_t> count;
  double minimum = 0, maximum = 0, median = 0;
  std::uint64_t runs = 0;
};

/// NaNs are one value, above all others. Median of an even number of runs: the mean of the middle two.
Distribution distribution(std::span<const double> results);

}  // namespace warplens::analysis
