#pragma once

#include <cmath>

namespace warplens::launch {

/// Whether `got` agrees with `wanted`: equal, both NaN, or different by at most `tolerance` × |wanted|.
inline bool agree(double wanted, double got, double tolerance) {
  return wanted == got || (std::isnan(wanted) && std::isnan(got)) || std::abs(got - wanted) <= tolerance * std::abs(wanted);
}

}  // namespace warplens::launch
