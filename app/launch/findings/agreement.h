#pragma once

#include <cmath>

namespace warplens::launch {

/// Whether `got` is `wanted`: equal, both not a number, or no further off than `tolerance` × |wanted|.
inline bool agree(double wanted, double got, double tolerance) {
  return wanted == got || (std::isnan(wanted) && std::isnan(got)) || std::abs(got - wanted) <= tolerance * std::abs(wanted);
}

}  // namespace warplens::launch
