#include "launch/spread.h"

#include <algorithm>
#include <cassert>

namespace warplens::launch {

Spread spread_of(std::vector<double> times) {
  assert(!times.empty());
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  const double median = times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  return {median, times.front(), times.back(), static_cast<std::uint32_t>(times.size())};
}

}  // namespace warplens::launch
