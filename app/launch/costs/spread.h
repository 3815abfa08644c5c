#pragma once

#include <cstdint>
#include <vector>

namespace warplens::launch {

/// Statistics of repeated measurements of the same quantity, in the unit of the samples.
struct Spread {
  double median = 0, smallest = 0, largest = 0;
  std::uint32_t runs = 0;
};

/// Compute the statistics of at least one sample. The median of an even number of samples is the mean of the two middle ones.
Spread spread_of(std::vector<double> samples);

}  // namespace warplens::launch
