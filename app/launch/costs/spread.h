#pragma once

#include <cstdint>
#include <vector>

namespace warplens::launch {

/// Several readings of the same thing, such as the times of runs of the same work, in their unit.
struct Spread {
  double median = 0, smallest = 0, largest = 0;
  std::uint32_t runs = 0;
};

/// Of at least one reading. The median of an even number of them is the mean of the two in the middle.
Spread spread_of(std::vector<double> samples);

}  // namespace warplens::launch
