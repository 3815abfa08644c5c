#pragma once

#include "base/random.h"

namespace warplens::launch {

/// Standard normal numbers by Marsaglia's polar method (Marsaglia and Bray, SIAM Review 6, 1964), with a logarithm of additions,
/// multiplications and divisions only: the same numbers on every machine and compiler, which the C library does not promise.
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
