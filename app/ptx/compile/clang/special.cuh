#pragma once

// Part of prelude.cuh: the other functions of the C library and of CUDA (CUDA Math API), made from those of series.cuh. Their
// double forms are right to some units in the last place, unless a comment says otherwise.

// clang lets device functions coexist with constexpr host functions of the same name if both are in system headers.
#pragma clang system_header

// --- parts of a number ---

WARPLENS_DEVICE bool isnan(double x) { return x != x; }
WARPLENS_DEVICE bool isinf(double x) { return fabs(x) == __builtin_inf(); }
WARPLENS_DEVICE bool isfinite(double x) { return fabs(x) < __builtin_inf(); }
WARPLENS_DEVICE bool isnormal(double x) { return isfinite(x) && fabs(x) >= 2.2250738585072014e-308; }
WARPLENS_DEVICE bool signbit(double x) { return __builtin_bit_cast(long long, x) < 0; }
WARPLENS_DEVICE bool isnan(float x) { return x != x; }
WARPLENS_DEVICE bool isinf(float x) { return fabsf(x) == __builtin_inff(); }
WARPLENS_DEVICE bool isfinite(float x) { return fabsf(x) < __builtin_inff(); }
WARPLENS_DEVICE bool isnormal(float x) { return isfinite(x) && fabsf(x) >= 1.17549435e-38f; }
WARPLENS_DEVICE bool signbit(float x) { return __builtin_bit_cast(int, x) < 0; }
WARPLENS_DEVICE double nan(const char*) { return __builtin_nan(""); }
WARPLENS_DEVICE float nanf(const char*) { return __builtin_nanf(""); }

/// x = m · 2^e with 1/2 <= |m| < 1.
WARPLENS_DEVICE double frexp(double x, int* e) {
  *e = 0;
  if (x == 0.0 || !isfinite(x)) return x;
  const bool small = fabs(x) < 2.2250738585072014e-308;
  const long long bits = __builtin_bit_cast(long long, small ? x * 18014398509481984.0 : x);
  *e = (int)(bits >> 52 & 0x7ff) - 1022 - (small ? 54 : 0);
  return __builtin_bit_cast(double, (bits & (long long)0x800fffffffffffffULL) | 0x3fe0000000000000LL);
}
WARPLENS_DEVICE float frexpf(float x, int* e) { return (float)frexp((double)x, e); }
WARPLENS_DEVICE int ilogb(double x) {
  if (x == 0.0 || x != x) return -2147483647 - 1;
  if (isinf(x)) return 2147483647;
  int e;
  frexp(x, &e);
  return e - 1;
}
WARPLENS_DEVICE int ilogbf(float x) { return ilogb((double)x); }
WARPLENS_DEVICE double logb(double x) { return x == 0.0 ? -__builtin_inf() : isfinite(x) ? (double)ilogb(x) : x * x; }
WARPLENS_DEVICE double scalbn(double x, int n) { return ldexp(x, n); }
WARPLENS_DEVICE float scalbnf(float x, int n) { return ldexpf(x, n); }
WARPLENS_DEVICE double scalbln(double x, long n) { return ldexp(x, (int)(n > 5000 ? 5000 : n < -5000 ? -5000 : n)); }
WARPLENS_DEVICE float scalblnf(float x, long n) { return (float)scalbln((double)x, n); }
WARPLENS_DEVICE double modf(double x, double* whole) {
  *whole = trunc(x);
  return __builtin_copysign(isinf(x) ? 0.0 : x - *whole, x);
}
WARPLENS_DEVICE float modff(float x, float* whole) {
  *whole = truncf(x);
  return __builtin_copysignf(isinf(x) ? 0.0f : x - *whole, x);
}
/// The neighbour of x towards y: its bits, read as an integer, plus or minus one.
#define WARPLENS_NEXT(function, type, integer)                                                                                 \
  WARPLENS_DEVICE type function(type x, type y) {                                                                              \
    if (x != x || y != y) return x + y;                                                                                        \
    if (x == y) return y;                                                                                                      \
    if (x == 0) return copysign(__builtin_bit_cast(type, (integer)1), y);                                                      \
    const integer bits = __builtin_bit_cast(integer, x);                                                                       \
    return __builtin_bit_cast(type, (x < y) == (x > 0) ? bits + 1 : bits - 1);                                                 \
  }
WARPLENS_DEVICE float copysign(float size, float sign) { return __builtin_copysignf(size, sign); }
WARPLENS_NEXT(nextafter, double, long long)
WARPLENS_NEXT(nextafterf, float, int)
#undef WARPLENS_NEXT

// --- rounding and remainders ---

WARPLENS_DEVICE double nearbyint(double x) { return rint(x); }
WARPLENS_DEVICE float nearbyintf(float x) { return rintf(x); }
WARPLENS_DEVICE long lrint(double x) { return __double2ll_rn(x); }
WARPLENS_DEVICE long lrintf(float x) { return __float2ll_rn(x); }
WARPLENS_DEVICE long long llrint(double x) { return __double2ll_rn(x); }
WARPLENS_DEVICE long long llrintf(float x) { return __float2ll_rn(x); }
WARPLENS_DEVICE long lround(double x) { return __double2ll_rz(round(x)); }
WARPLENS_DEVICE long lroundf(float x) { return __float2ll_rz(roundf(x)); }
WARPLENS_DEVICE long long llround(double x) { return __double2ll_rz(round(x)); }
WARPLENS_DEVICE long long llroundf(float x) { return __float2ll_rz(roundf(x)); }
WARPLENS_DEVICE double fdim(double x, double y) { return x <= y ? 0.0 : x - y; }
/// x - n y with n = x / y rounded to nearest, ties to even; the quotient's last bits go to `quotient`.
WARPLENS_DEVICE double remquo(double x, double y, int* quotient) {
  *quotient = 0;
  if (x != x || y != y || isinf(x) || y == 0.0) return __builtin_nan("");
  if (isinf(y)) return x;
  const double size = fabs(y);
  double rest = fmod(fabs(x), 8.0 * size < __builtin_inf() ? 8.0 * size : size);
  int n = 0;
  for (int k = 4; k > 0; k /= 2) {
    if (rest >= k * size) {
      rest -= k * size;
      n += k;
    }
  }
  if (rest > size - rest || (rest == size - rest && n % 2 == 1)) {
    rest -= size;
    ++n;
  }
  *quotient = signbit(x) != signbit(y) ? -(n & 7) : n & 7;
  return signbit(x) ? -rest : rest;
}
WARPLENS_DEVICE float remquof(float x, float y, int* quotient) { return (float)remquo((double)x, (double)y, quotient); }
WARPLENS_DEVICE double remainder(double x, double y) {
  int quotient;
  return remquo(x, y, &quotient);
}

// --- roots and lengths ---

WARPLENS_DEVICE double rcbrt(double x) { return 1.0 / cbrt(x); }
WARPLENS_DEVICE double rhypot(double x, double y) { return 1.0 / hypot(x, y); }
WARPLENS_DEVICE double norm3d(double x, double y, double z) { return hypot(hypot(x, y), z); }
WARPLENS_DEVICE double norm4d(double x, double y, double z, double w) { return hypot(hypot(x, y), hypot(z, w)); }
WARPLENS_DEVICE double rnorm3d(double x, double y, double z) { return 1.0 / norm3d(x, y, z); }
WARPLENS_DEVICE double rnorm4d(double x, double y, double z, double w) { return 1.0 / norm4d(x, y, z, w); }
/// √(p₀² + p₁² + …)
WARPLENS_DEVICE double norm(int n, const double* p) {
  double length = 0.0;
  for (int k = 0; k < n; ++k) length = hypot(length, p[k]);
  return length;
}
WARPLENS_DEVICE double rnorm(int n, const double* p) { return 1.0 / norm(n, p); }
WARPLENS_DEVICE float normf(int n, const float* p) {
  double length = 0.0;
  for (int k = 0; k < n; ++k) length = hypot(length, (double)p[k]);
  return (float)length;
}
WARPLENS_DEVICE float rnormf(int n, const float* p) { return 1.0f / normf(n, p); }
WARPLENS_DEVICE float norm3df(float x, float y, float z) { return (float)norm3d(x, y, z); }
WARPLENS_DEVICE float norm4df(float x, float y, float z, float w) { return (float)norm4d(x, y, z, w); }
WARPLENS_DEVICE float rnorm3df(float x, float y, float z) { return (float)rnorm3d(x, y, z); }
WARPLENS_DEVICE float rnorm4df(float x, float y, float z, float w) { return (float)rnorm4d(x, y, z, w); }

// --- inverse hyperbolic functions ---

WARPLENS_DEVICE double asinh(double x) {
  const double a = fabs(x);
  const double size = a > 1e150 ? log(a) + 0.6931471805599453 : log1p(a + a * a / (1.0 + sqrt(1.0 + a * a)));
  return __builtin_copysign(size, x);
}
WARPLENS_DEVICE double acosh(double x) {
  if (x > 1e150) return log(x) + 0.6931471805599453;
  const double t = x - 1.0;
  return log1p(t + sqrt(2.0 * t + t * t));
}
WARPLENS_DEVICE double atanh(double x) { return __builtin_copysign(0.5 * log1p(2.0 * fabs(x) / (1.0 - fabs(x))), x); }

// --- gamma ---

/// log Γ(x) for x >= 10 by Stirling's series (Abramowitz and Stegun 1964, 6.1.41).
WARPLENS_DEVICE double __warplens_stirling(double x) {
  const double r = 1.0 / x, r2 = r * r;
  const double series =
      r * (1.0 / 12 + r2 * (-1.0 / 360 + r2 * (1.0 / 1260 + r2 * (-1.0 / 1680 + r2 * (1.0 / 1188 + r2 * (-691.0 / 360360))))));
  return (x - 0.5) * log(x) - x + 0.9189385332046727 + series;
}
/// ζ(k) - 1 for k = 2, 3, …
static __device__ const double __warplens_zeta_less_1[28] = {
    0.6449340668482264,    0.2020569031595943,     0.08232323371113819,   0.03692775514336993,   0.01734306198444914,
    0.008349277381922827,  0.00407735619794434,    0.0020083928260822143, 0.0009945751278180853, 0.0004941886041194645,
    0.0002460865533080483, 0.00012271334757848915, 6.124813505870483e-05, 3.058823630702049e-05, 1.528225940865187e-05,
    7.637197637899763e-06, 3.81729326499984e-06,   1.908212716553939e-06, 9.539620338727962e-07, 4.769329867878064e-07,
    2.38450502727733e-07,  1.1921992596531106e-07, 5.960818905125948e-08, 2.980350351465228e-08, 1.4901554828365043e-08,
    7.45071178983543e-09,  3.725334024788457e-09,  1.862659723513049e-09};
/// log Γ(2 + z) for |z| <= 1/2 (Abramowitz and Stegun 1964, 6.1.33), which is 0 at 0.
WARPLENS_DEVICE double __warplens_lgamma_near_2(double z) {
  double sum = 0.0;
  for (int k = 29; k > 1; --k) sum = fma(sum, -z, __warplens_zeta_less_1[k - 2] / k);
  return fma(sum * z, z, 0.42278433509846713 * z);
}
/// Γ(x + 1) = x Γ(x) moves x to where the series is accurate; to the left of 0, Γ(x) Γ(1 - x) = π / sin π x.
WARPLENS_DEVICE double lgamma(double x) {
  if (x != x) return x;
  if (isinf(x) || (x <= 0.0 && x == rint(x))) return __builtin_inf();
  if (fabs(x - 2.0) <= 0.5) return __warplens_lgamma_near_2(x - 2.0);
  if (fabs(x - 1.0) <= 0.5) return __warplens_lgamma_near_2(x - 1.0) - log1p(x - 1.0);
  const double a = x < 0.0 ? 1.0 - x : x;
  double product = 1.0, shifted = a;
  for (; shifted < 10.0; shifted += 1.0) product *= shifted;
  const double result = __warplens_stirling(shifted) - log(product);
  return x < 0.0 ? 1.1447298858494002 - log(fabs(sinpi(x))) - result : result;
}
WARPLENS_DEVICE double tgamma(double x) {
  if (x == 0.0) return __builtin_copysign(__builtin_inf(), x);
  if (x < 0.0 && x == rint(x)) return __builtin_nan("");
  const double a = x < 0.0 ? 1.0 - x : x;
  double product = 1.0, shifted = a;
  for (; shifted < 10.0; shifted += 1.0) product *= shifted;
  const double result = exp(__warplens_stirling(shifted)) / product;
  return x < 0.0 ? 3.141592653589793 / (sinpi(x) * result) : result;
}

// --- error function ---

/// e^(x²) erfc x; for large x, directly by the continued fraction of erfc.
WARPLENS_DEVICE double erfcx(double x) {
  if (!(x > 2.0)) return exp(x * x) * erfc(x);
  double tail = x;
  for (int k = 60; k > 0; --k) tail = x + 0.5 * k / tail;
  return 0.5641895835477563 / tail;
}
/// Halley's iteration for erfc x = y on the tail, which keeps the digits of small y; it starts from Winitzki's approximation of
/// the inverse error function (2008, "A handy approximation for the error function and its inverse").
WARPLENS_DEVICE double erfcinv(double y) {
  if (!(y >= 0.0 && y <= 2.0)) return __builtin_nan("");
  if (y == 0.0) return __builtin_inf();
  if (y == 2.0) return -__builtin_inf();
  const double tail = y > 1.0 ? 2.0 - y : y;
  const double l = log(tail * (2.0 - tail)), c = 4.330746750799873 + 0.5 * l;
  double x = sqrt(sqrt(c * c - l / 0.147) - c);
  for (int k = 0; k < 4; ++k) {
    const double step = (erfc(x) - tail) / (1.1283791670955126 * exp(-x * x));
    x += step / (1.0 + x * step);
  }
  return y > 1.0 ? -x : x;
}
/// Newton's iteration for small x, where 1 - x would lose digits.
WARPLENS_DEVICE double erfinv(double x) {
  if (fabs(x) > 0.5) return __builtin_copysign(erfcinv(1.0 - fabs(x)), x);
  double y = 0.886226925452758 * x;
  for (int k = 0; k < 5; ++k) y -= (erf(y) - x) / (1.1283791670955126 * exp(-y * y));
  return y;
}
WARPLENS_DEVICE double normcdfinv(double x) { return -1.4142135623730951 * erfcinv(2.0 * x); }
