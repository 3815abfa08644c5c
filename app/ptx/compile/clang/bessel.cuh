#pragma once

// Part of prelude.cuh: Bessel functions of whole order (Abramowitz and Stegun 1964, chapter 9), in double precision; the float
// forms round this result. Near their zeros the error is absolute, some 1e-15.

// clang lets device functions coexist with constexpr host functions of the same name if both are in system headers.
#pragma clang system_header

/// J₀, J₁ and Neumann's sums for Y₀ (9.1.89) and, by its derivative, for Y₁, for 1e-8 <= x < 25: J falls along with its order, so
/// the recurrence (9.1.27) is stable from a high order down (Miller's method); 1 = J₀ + 2 J₂ + 2 J₄ + … gives the scale.
struct __warplens_bessel {
  double j0, j1, for_y0, for_y1;
};
WARPLENS_DEVICE __warplens_bessel __warplens_bessel_near_0(double x) {
  double above = 0.0, here = 1e-200, scale = 0.0;
  __warplens_bessel sums = {0.0, 0.0, 0.0, 0.0};
  for (int k = 80; k > 0; --k) {  // `here` is J of order k
    const int half = k / 2;
    const double sign = half % 2 == 0 ? 1.0 : -1.0;
    if (k % 2 == 0) {
      scale += 2.0 * here;
      sums.for_y0 += sign * here / half;
    } else if (k > 1) {
      sums.for_y1 += sign * here * k / ((double)half * (half + 1));
    }
    const double below = 2.0 * k / x * here - above;
    above = here;
    here = below;
    if (fabs(here) > 1e100) {
      above *= 1e-200;
      here *= 1e-200;
      scale *= 1e-200;
      sums.for_y0 *= 1e-200;
      sums.for_y1 *= 1e-200;
    }
  }
  scale += here;
  return {here / scale, above / scale, sums.for_y0 / scale, sums.for_y1 / scale};
}
/// √(2 / πx) (P cos χ - Q sin χ) with χ = x - (n/2 + 1/4) π (9.2.5 to 9.2.10), for x >= 25 and n = 0 or 1; Y is J a quarter of a
/// turn later.
WARPLENS_DEVICE double __warplens_bessel_far(int n, double x, bool second_kind) {
  const double order = 4.0 * n * n;
  double term = 1.0, p = 1.0, q = 0.0;
  for (int k = 1; k < 40; ++k) {
    const double odd = 2.0 * k - 1.0;
    term *= (order - odd * odd) / (8.0 * k * x);
    if (fabs(term) < 1e-18) break;
    const double signed_term = k / 2 % 2 == 0 ? term : -term;
    if (k % 2 == 0) {
      p += signed_term;
    } else {
      q += signed_term;
    }
  }
  const double s = sin(x), c = cos(x);
  const double cos_chi = (n == 0 ? c + s : s - c) * 0.7071067811865476, sin_chi = (n == 0 ? s - c : -s - c) * 0.7071067811865476;
  const double wave = second_kind ? p * sin_chi + q * cos_chi : p * cos_chi - q * sin_chi;
  return sqrt(0.6366197723675814 / x) * wave;
}
WARPLENS_DEVICE double j0(double x) {
  const double a = fabs(x);
  if (a == __builtin_inf()) return 0.0;
  if (!(a >= 1e-8)) return x != x ? x : 1.0;
  return a < 25.0 ? __warplens_bessel_near_0(a).j0 : __warplens_bessel_far(0, a, false);
}
WARPLENS_DEVICE double j1(double x) {
  const double a = fabs(x);
  if (a == __builtin_inf()) return __builtin_copysign(0.0, x);
  if (!(a >= 1e-8)) return 0.5 * x;
  return __builtin_copysign(1.0, x) * (a < 25.0 ? __warplens_bessel_near_0(a).j1 : __warplens_bessel_far(1, a, false));
}
WARPLENS_DEVICE double y0(double x) {
  if (x == 0.0) return -__builtin_inf();
  if (!(x > 0.0)) return __builtin_nan("");
  if (x == __builtin_inf()) return 0.0;
  if (x >= 25.0) return __warplens_bessel_far(0, x, true);
  const double logarithm = log(0.5 * x) + 0.5772156649015329;
  if (x < 1e-8) return 0.6366197723675814 * logarithm;
  const __warplens_bessel near = __warplens_bessel_near_0(x);
  return 0.6366197723675814 * (logarithm * near.j0 - 2.0 * near.for_y0);
}
WARPLENS_DEVICE double y1(double x) {
  if (x == 0.0) return -__builtin_inf();
  if (!(x > 0.0)) return __builtin_nan("");
  if (x == __builtin_inf()) return 0.0;
  if (x >= 25.0) return __warplens_bessel_far(1, x, true);
  if (x < 1e-8) return -0.6366197723675814 / x;
  const __warplens_bessel near = __warplens_bessel_near_0(x);
  return 0.6366197723675814 * ((log(0.5 * x) - 0.4227843350984671) * near.j1 - near.j0 / x - near.for_y1);
}
/// By the recurrence from orders 0 and 1 up where it is stable, below the argument, else from a high order down.
WARPLENS_DEVICE double jn(int n, double x) {
  if (n < 0) return __builtin_nan("");
  if (n == 0) return j0(x);
  if (n == 1) return j1(x);
  if (x != x) return x;
  const double a = fabs(x), sign = x < 0.0 && n % 2 == 1 ? -1.0 : 1.0;
  if (a == 0.0 || a == __builtin_inf()) return sign * 0.0;
  if (a > n) {
    double below = j0(a), here = j1(a);
    for (int k = 1; k < n; ++k) {
      const double above = 2.0 * k / a * here - below;
      below = here;
      here = above;
    }
    return sign * here;
  }
  double above = 0.0, here = 1e-200, found = 0.0;
  for (int k = n + 60 + (int)sqrt(40.0 * n); k > 0; --k) {
    if (k == n) found = here;
    const double below = 2.0 * k / a * here - above;
    above = here;
    here = below;
    if (fabs(here) > 1e100) {
      above *= 1e-200;
      here *= 1e-200;
      found *= 1e-200;
    }
  }
  // The one of J₀ and J₁ that is farther from 0 gives the scale.
  return sign * found * (fabs(here) > fabs(above) ? j0(a) / here : j1(a) / above);
}
WARPLENS_DEVICE double yn(int n, double x) {
  if (n < 0) return __builtin_nan("");
  if (n == 0) return y0(x);
  double below = y0(x), here = y1(x);
  for (int k = 1; k < n && here > -__builtin_inf(); ++k) {
    const double above = 2.0 * k / x * here - below;
    below = here;
    here = above;
  }
  return here;
}
/// Iₙ(x) for n = 0 or 1: all terms of the series (9.6.10) have one sign; from 20 on by the expansion for large x (9.7.1).
WARPLENS_DEVICE double __warplens_bessel_i(int n, double x) {
  if (x < 20.0) {
    double term = n == 0 ? 1.0 : 0.5 * x, sum = term;
    for (int k = 1; term > 1e-17 * sum; ++k) sum += term *= 0.25 * x * x / ((double)k * (k + n));
    return sum;
  }
  double term = 1.0, sum = 1.0;
  for (int k = 1; k < 40 && fabs(term) > 1e-18; ++k) {
    const double odd = 2.0 * k - 1.0;
    sum += term *= -(4.0 * n * n - odd * odd) / (8.0 * k * x);
  }
  const double root = exp(0.5 * x);  // in two steps: e^x overflows before the result does
  return root * (root / sqrt(6.283185307179586 * x) * sum);
}
WARPLENS_DEVICE double cyl_bessel_i0(double x) { return x != x ? x : __warplens_bessel_i(0, fabs(x)); }
WARPLENS_DEVICE double cyl_bessel_i1(double x) { return x != x ? x : __builtin_copysign(__warplens_bessel_i(1, fabs(x)), x); }
WARPLENS_DEVICE float jnf(int n, float x) { return (float)jn(n, (double)x); }
WARPLENS_DEVICE float ynf(int n, float x) { return (float)yn(n, (double)x); }
