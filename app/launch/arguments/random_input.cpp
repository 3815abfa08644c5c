#include "launch/arguments/random_input.h"

#include <cmath>
#include <numbers>

namespace warplens::launch {

double portable_log(double x) {
  // x = m · 2^e with m in [√½, √2); ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m - 1)/(m + 1), |s| < 0.172: the term after s²¹ is
  // below 2⁻⁵⁸.
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < std::numbers::sqrt2 / 2) m *= 2, --exponent;
  const double s = (m - 1) / (m + 1), z = s * s;
  double series = 1.0 / 21;
  for (int odd = 19; odd >= 1; odd -= 2) series = series * z + 1.0 / odd;
  return 2 * s * series + exponent * std::numbers::ln2;
}

double NormalNumbers::next() {
  if (has_spare_) return has_spare_ = false, spare_;
  double u, v, square;
  do {
    u = 2 * random_.uniform() - 1;
    v = 2 * random_.uniform() - 1;
    square = u * u + v * v;
  } while (square >= 1 || square == 0);
  const double factor = std::sqrt(-2 * portable_log(square) / square);
  spare_ = v * factor;
  has_spare_ = true;
  return u * factor;
}

}  // namespace warplens::launch
