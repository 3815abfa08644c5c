#pragma once

#include <cstdint>
#include <vector>

namespace warplens::launch {

/// Times of several runs of the same work.
struct Spread {
  double median = 0, smallest = 0, largest = 0;  ///< milliseconds
  std::uint32_t runs = 0;
};

/// Of at least one time. The median of an even number of times is the mean of the two in the middle.
Spread spread_of(std::vector<double> times);

}  // namespace warplens::launch
