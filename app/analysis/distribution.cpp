#include "analysis/distribution.h"

#include <algorithm>
#include <cmath>

namespace warplens::analysis {

Distribution distribution(std::span<const double> results) {
  Distribution distribution;
  distribution.runs = results.size();
  if (results.empty()) return distribution;
  std::vector<double> sorted(results.begin(), results.end());
  const auto less = [](double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; };
  std::sort(sorted.begin(), sorted.end(), less);
  for (const double value : sorted) {
    if (distribution.value.empty() || less(distribution.value.back(), value)) {
      distribution.value.push_back(value);
      distribution.count.push_back(0);
    }
    ++distribution.count.back();
  }
  distribution.minimum = sorted.front();
  distribution.maximum = sorted.back();
  const std::size_t middle = sorted.size() / 2;
  distribution.median = sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return distribution;
}

}  // namespace warplens::analysis
