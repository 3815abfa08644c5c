#pragma once

// Part of prelude.cuh: mathematical functions that have no instruction, as series in double precision. The float forms round this
// result, so they are right to about one unit in the last place; the double forms to a few units, pow to a hundred. This is not
// NVIDIA's libdevice: the last bits may differ from nvcc's.

/// 2^n for -1022 <= n <= 1023.
WARPLENS_DEVICE double __warplens_power_of_two(int n) { return __builtin_bit_cast(double, (long long)(n + 1023) << 52); }

/// e^x: x = n ln 2 + r with |r| <= ln 2 / 2, Taylor series of e^r to r^13.
WARPLENS_DEVICE double exp(double x) {
  if (x != x) return x;
  if (x > 709.782712893384) return __builtin_inf();
  if (x < -745.1332191019412) return 0.0;
  const double n = rint(x * 1.4426950408889634);
  const double r = fma(-n, 1.9082149292705877e-10, fma(-n, 0.6931471803691238, x));
  double sum = 1.0;
  for (int k = 13; k > 0; --k) sum = fma(sum, r / k, 1.0);
  const int half = (int)n / 2;
  return sum * __warplens_power_of_two(half) * __warplens_power_of_two((int)n - half);
}

/// log x: x = 2^e m with m in [√½, √2), log m = 2 artanh s with s = (m - 1) / (m + 1), series to s^25.
WARPLENS_DEVICE double log(double x) {
  if (x != x || x < 0.0) return __builtin_nan("");
  if (x == 0.0) return -__builtin_inf();
  if (x == __builtin_inf()) return x;
  int e = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0;
    e = -54;
  }
  const long long bits = __builtin_bit_cast(long long, x);
  e += (int)(bits >> 52) - 1023;
  double m = __builtin_bit_cast(double, (bits & 0xfffffffffffffLL) | 0x3ff0000000000000LL);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++e;
  }
  const double s = (m - 1.0) / (m + 1.0), s2 = s * s;
  double sum = 1.0 / 25;
  for (int k = 23; k > 0; k -= 2) sum = fma(sum, s2, 1.0 / k);
  return fma((double)e, 0.6931471803691238, fma((double)e, 1.9082149292705877e-10, 2.0 * s * sum));
}

/// sin of r + quadrant π/2 for |r| ≤ π/4: Taylor series to the 17th power.
WARPLENS_DEVICE double __warplens_sine_near_0(double r, int quadrant) {
  const double r2 = -r * r;
  double sum = 1.0;
  if (quadrant & 1) {
    for (int k = 16; k > 0; k -= 2) sum = fma(sum, r2 / (k * (k - 1)), 1.0);
  } else {
    for (int k = 17; k > 1; k -= 2) sum = fma(sum, r2 / (k * (k - 1)), 1.0);
    sum *= r;
  }
  return quadrant & 2 ? -sum : sum;
}
/// The bits of 2/π after the binary point, after 64 zeros (by Machin's formula).
static __device__ const unsigned long long __warplens_two_over_pi[21] = {
    0, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull,
    0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull,
    0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull,
    0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
    0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
    0xf0cfbc209af4361dull};

/// x = q π/2 + r with |r| <= π/4, for |x| >= 2^20 (Payne and Hanek 1983, "Radian reduction for trigonometric functions"): only
/// 192 bits of x · 2/π matter: multiples of 4 are whole turns, and the lower digits are too small.
WARPLENS_DEVICE double __warplens_reduced(double x, int* q) {
  const long long bits = __builtin_bit_cast(long long, x);
  const int exponent = (int)(bits >> 52 & 0x7ff) - 1075;
  const unsigned long long significand = (bits & 0xfffffffffffffLL) | 0x10000000000000LL;
  const int first = exponent - 2 + 64, shift = first & 63;
  unsigned long long window[3];
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    const unsigned long long* const words = __warplens_two_over_pi + first / 64 + k;
    window[k] = shift == 0 ? words[0] : words[0] << shift | words[1] >> (64 - shift);
  }
  const unsigned __int128 low = (unsigned __int128)significand * window[2];
  const unsigned __int128 middle = (unsigned __int128)significand * window[1] + (unsigned long long)(low >> 64);
  const unsigned long long high = significand * window[0] + (unsigned long long)(middle >> 64);
  // The upper two bits are the quadrant, the others a fraction of a quadrant; rounded to the nearest quadrant.
  unsigned __int128 fraction = (unsigned __int128)high << 66 | (unsigned __int128)(unsigned long long)middle << 2 |
                               (unsigned long long)low >> 62;
  int quadrant = (int)(high >> 62);
  const bool down = (long long)(fraction >> 64) < 0;
  if (down) {
    ++quadrant;
    fraction = 0 - fraction;
  }
  const unsigned long long upper = (unsigned long long)(fraction >> 64);
  const int zeros = upper == 0 ? 64 : __builtin_clzll(upper);
  const double size = (double)(unsigned long long)((fraction << zeros) >> 64) * __warplens_power_of_two(-64 - zeros);
  const bool negative = bits < 0;
  *q = negative ? -quadrant : quadrant;
  return (down != negative ? -size : size) * 1.5707963267948966;
}
/// sin of x + quadrant π/2; smaller x are reduced by π/2 in three parts.
WARPLENS_DEVICE double __warplens_sine(double x, int quadrant) {
  if (!(fabs(x) < __builtin_inf())) return __builtin_nan("");
  if (fabs(x) >= 1048576.0) {
    int q;
    const double r = __warplens_reduced(x, &q);
    return __warplens_sine_near_0(r, q + quadrant);
  }
  const double n = rint(x * 0.6366197723675814);
  double r = fma(-n, 1.5707963267341256, x);
  r = fma(-n, 6.077100506303966e-11, r);
  r = fma(-n, 2.0222662487959506e-21, r);
  return __warplens_sine_near_0(r, (int)((long long)n & 3) + quadrant);
}
/// sin of π x + quadrant π/2. All steps of the reduction are exact.
WARPLENS_DEVICE double __warplens_sine_of_pi(double x, int quadrant) {
  const double turn = x - 2.0 * rint(x * 0.5), n = rint(2.0 * turn);
  return __warplens_sine_near_0(3.141592653589793 * (turn - 0.5 * n), ((int)n & 3) + quadrant);
}
// The reductions lose the sign of 0.
WARPLENS_DEVICE double sin(double x) { return x == 0.0 ? x : __warplens_sine(x, 0); }
WARPLENS_DEVICE double cos(double x) { return __warplens_sine(x, 1); }
WARPLENS_DEVICE double sinpi(double x) { return x == 0.0 ? x : __warplens_sine_of_pi(x, 0); }
WARPLENS_DEVICE double cospi(double x) { return __warplens_sine_of_pi(x, 1); }

/// x^y = e^(y log |x|); the relative error grows with |y log x|.
WARPLENS_DEVICE double pow(double x, double y) {
  if (y == 0.0 || x == 1.0) return 1.0;
  if (x == 0.0) {
    const bool odd = rint(y) == y && rint(y * 0.5) * 2.0 != y;
    return __builtin_copysign(y > 0.0 ? 0.0 : __builtin_inf(), odd ? x : 1.0);
  }
  const double size = exp(y * log(fabs(x)));
  if (x > 0.0) return size;
  if (rint(y) != y) return __builtin_nan("");
  return rint(y * 0.5) * 2.0 == y ? size : -size;
}
/// (1 - e^-2x) / (1 + e^-2x); near 0, where this loses digits, the Maclaurin series to x^9.
WARPLENS_DEVICE double tanh(double x) {
  const double x2 = x * x;
  if (x2 < 4e-4) return x * (1.0 + x2 * (-1.0 / 3 + x2 * (2.0 / 15 + x2 * (-17.0 / 315 + x2 * (62.0 / 2835)))));
  const double e = exp(-2.0 * fabs(x));
  const double size = (1.0 - e) / (1.0 + e);
  return x < 0.0 ? -size : size;
}
/// x - n·y with n = x / y rounded towards zero, exact: y·2^k is subtracted for falling k.
WARPLENS_DEVICE double fmod(double x, double y) {
  const double size = fabs(y);
  double rest = fabs(x);
  if (x != x || y != y || size == 0.0 || rest == __builtin_inf()) return __builtin_nan("");
  if (size == __builtin_inf()) return x;
  double step = size;
  while (step <= rest * 0.5) step *= 2.0;
  for (; step >= size; step *= 0.5) {
    if (rest >= step) rest -= step;
  }
  return __builtin_copysign(rest, x);
}

/// Reduced to |x| ≤ tan(π/12) by the angles π/2 and π/6, then the Maclaurin series to x^31.
WARPLENS_DEVICE double atan(double x) {
  double r = fabs(x), angle = 0.0;
  const bool inverted = r > 1.0;
  if (inverted) r = 1.0 / r;
  if (r > 0.2679491924311227) {
    r = (r * 1.7320508075688772 - 1.0) / (r + 1.7320508075688772);
    angle = 0.5235987755982989;
  }
  const double r2 = -r * r;
  double sum = 1.0 / 31;
  for (int k = 29; k > 0; k -= 2) sum = fma(sum, r2, 1.0 / k);
  angle += r * sum;
  return __builtin_copysign(inverted ? 1.5707963267948966 - angle : angle, x);
}
WARPLENS_DEVICE double atan2(double y, double x) {
  if (x != x || y != y) return x + y;
  const double ax = fabs(x), ay = fabs(y);
  double angle = ay == 0.0 ? 0.0 : ax == ay ? 0.7853981633974483 : atan(ay / ax);  // also for two infinities
  if (__builtin_signbit(x)) angle = 3.141592653589793 - angle;
  return __builtin_copysign(angle, y);
}
WARPLENS_DEVICE double asin(double x) { return atan2(x, sqrt((1.0 - x) * (1.0 + x))); }
WARPLENS_DEVICE double acos(double x) { return atan2(sqrt((1.0 - x) * (1.0 + x)), x); }

/// e^x - 1 and log(1 + x) without loss of digits near 0 (Kahan's corrections for what rounding to 1 + x loses).
WARPLENS_DEVICE double expm1(double x) {
  const double u = exp(x);
  if (u == 1.0) return x;
  return u - 1.0 == -1.0 || u == __builtin_inf() ? u - 1.0 : (u - 1.0) * x / log(u);
}
WARPLENS_DEVICE double log1p(double x) {
  const double u = 1.0 + x;
  return u == 1.0 || u == __builtin_inf() ? x : log(u) * x / (u - 1.0);
}
WARPLENS_DEVICE double sinh(double x) {
  const double e = expm1(fabs(x));
  return __builtin_copysign(e > 1e16 ? 0.5 * e : 0.5 * (e + e / (e + 1.0)), x);
}
WARPLENS_DEVICE double cosh(double x) {
  const double e = exp(fabs(x));
  return 0.5 * e + 0.5 / e;
}
WARPLENS_DEVICE double tan(double x) { return sin(x) / cos(x); }
// Whole powers of two are taken out first, so that log2(8) is 3, and no digits are lost to large exponents.
WARPLENS_DEVICE double exp2(double x) {
  if (!(fabs(x) < 1100.0)) return x != x ? x : x > 0.0 ? __builtin_inf() : 0.0;
  const double n = rint(x);
  const int half = (int)n / 2;
  return exp((x - n) * 0.6931471805599453) * __warplens_power_of_two(half) * __warplens_power_of_two((int)n - half);
}
/// 10^x = 2^n 10^r; log₁₀ 2 in two parts.
WARPLENS_DEVICE double exp10(double x) {
  if (!(fabs(x) < 330.0)) return x != x ? x : x > 0.0 ? __builtin_inf() : 0.0;
  const double n = rint(x * 3.321928094887362);
  const double r = fma(-n, 1.1451100898021838e-10, fma(-n, 0.3010299955494702, x));
  const int half = (int)n / 2;
  return exp(r * 2.302585092994046) * __warplens_power_of_two(half) * __warplens_power_of_two((int)n - half);
}
/// x = 2^e m with m in [√½, √2).
WARPLENS_DEVICE double __warplens_significand(double x, double* e) {
  const bool small = x < 2.2250738585072014e-308;
  const long long bits = __builtin_bit_cast(long long, small ? x * 18014398509481984.0 : x);
  const double m = __builtin_bit_cast(double, (bits & 0xfffffffffffffLL) | 0x3ff0000000000000LL);
  const bool above = m > 1.4142135623730951;
  *e = (double)((int)(bits >> 52) - 1023 - (small ? 54 : 0) + (above ? 1 : 0));
  return above ? 0.5 * m : m;
}
WARPLENS_DEVICE double log2(double x) {
  if (!(x > 0.0 && x < __builtin_inf())) return log(x);
  double e;
  const double m = __warplens_significand(x, &e);
  return fma(log(m), 1.4426950408889634, e);
}
WARPLENS_DEVICE double log10(double x) {
  if (!(x > 0.0 && x < __builtin_inf())) return log(x);
  double e;
  const double m = __warplens_significand(x, &e);
  return fma(e, 0.3010299955494702, fma(log(m), 0.4342944819032518, e * 1.1451100898021838e-10));
}

/// 2/√π e^-x² (x + 2x³/3 + 4x⁵/15 + …): all terms have the sign of x.
WARPLENS_DEVICE double erf(double x) {
  if (x != x) return x;
  if (fabs(x) > 6.0) return __builtin_copysign(1.0, x);
  double term = x, sum = x;
  for (int k = 3; fabs(term) > 1e-18 * fabs(sum); k += 2) sum += term *= 2.0 * x * x / k;
  return 1.1283791670955126 * exp(-x * x) * sum;
}
/// 1 - erf x, above 2 by the continued fraction x + (1/2)/(x + 1/(x + (3/2)/(x + …))).
WARPLENS_DEVICE double erfc(double x) {
  if (!(x > 2.0)) return 1.0 - erf(x);
  double tail = x;
  for (int k = 60; k > 0; --k) tail = x + 0.5 * k / tail;
  return 0.5641895835477563 * exp(-x * x) / tail;
}
WARPLENS_DEVICE double normcdf(double x) { return 0.5 * erfc(x * -0.7071067811865476); }

/// By the logarithm, then one step of Newton's iteration.
WARPLENS_DEVICE double cbrt(double x) {
  if (x == 0.0 || x != x || fabs(x) == __builtin_inf()) return x;
  const double root = __builtin_copysign(exp(log(fabs(x)) / 3.0), x);
  return root - (root * root * root - x) / (3.0 * root * root);
}
WARPLENS_DEVICE double hypot(double x, double y) {
  const double larger = fmax(fabs(x), fabs(y)), smaller = fmin(fabs(x), fabs(y));
  if (larger == __builtin_inf()) return larger;
  if (x != x || y != y) return x + y;
  if (larger == 0.0) return larger;
  return larger * sqrt(1.0 + smaller / larger * (smaller / larger));
}
WARPLENS_DEVICE void sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
WARPLENS_DEVICE void sincospi(double x, double* sine, double* cosine) {
  *sine = sinpi(x);
  *cosine = cospi(x);
}
WARPLENS_DEVICE double copysign(double size, double sign) { return __builtin_copysign(size, sign); }
WARPLENS_DEVICE float copysignf(float size, float sign) { return __builtin_copysignf(size, sign); }
WARPLENS_DEVICE double ldexp(double x, int n) {
  for (; n > 1000; n -= 1000) x *= __warplens_power_of_two(1000);
  for (; n < -1000; n += 1000) x *= __warplens_power_of_two(-1000);
  return x * __warplens_power_of_two(n);
}
WARPLENS_DEVICE float ldexpf(float x, int n) { return (float)ldexp((double)x, n); }
