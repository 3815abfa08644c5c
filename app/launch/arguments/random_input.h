#pragma once

#include "base/random.h"

namespace warplens::launch {

/// Standard normal numbers by Marsaglia's polar method (Marsaglia and Bray, SIAM Review 6, 1964). The logarithm uses only
/// additions, multiplications and divisions, so that every machine and compiler gives the same numbers, unlike C
/// libraries.
class NormalNumbers {
 public:
  explicit NormalNumbers(std::uint64_t seed) : random_(seed) {}
  double next();

 private:
  base::Random random_;
  double spare_ = 0;
  bool has_spare_ = false;
};

/// Natural logarithm of a normal number x > 0, within a few units in the last place.
double portable_log(double x);

}  // namespace warplens::launch
