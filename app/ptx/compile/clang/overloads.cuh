#pragma once

// Part of prelude.cuh: the functions of series.cuh, special.cuh and bessel.cuh for float, and C++'s overloads of all of them:
// float if all arguments are float, else double (C++17, [c.math]). They are declared in std before the host's <cmath> is
// included, so that its functions remain host functions.

// clang lets device functions coexist with constexpr host functions of the same name if both are in system headers.
#pragma clang system_header

template <bool condition>
struct __warplens_double_if {};
template <>
struct __warplens_double_if<true> {
  typedef double type;
};
// Classes, because clang cannot mangle its own traits in the name of a function.
template <typename T>
struct __warplens_of_integer : __warplens_double_if<__is_integral(T)> {};
template <typename T, typename U>
struct __warplens_of_mixed
    : __warplens_double_if<__is_arithmetic(T) && __is_arithmetic(U) && !(__is_same(T, U) && __is_floating_point(T))> {};

// Overloads f for float and integers, if the float form ff exists; FLOAT_FUNCTION first makes ff, by rounding the double result.
#define WARPLENS_OVERLOAD(function)                                                                                            \
  WARPLENS_DEVICE float function(float x) { return function##f(x); }                                                           \
  template <typename T>                                                                                                        \
  WARPLENS_DEVICE typename __warplens_of_integer<T>::type function(T x) {                                                           \
    return function((double)x);                                                                                                \
  }                                                                                                                            \
  namespace std {                                                                                                              \
  using ::function;                                                                                                            \
  using ::function##f;                                                                                                         \
  }
#define WARPLENS_FLOAT_FUNCTION(function)                                                                                      \
  WARPLENS_DEVICE float function##f(float x) { return (float)function((double)x); }                                            \
  WARPLENS_OVERLOAD(function)
#define WARPLENS_OVERLOAD_OF_TWO(function)                                                                                     \
  WARPLENS_DEVICE float function(float x, float y) { return function##f(x, y); }                                               \
  WARPLENS_MIXED(function)
#define WARPLENS_MIXED(function)                                                                                               \
  template <typename T, typename U>                                                                                            \
  WARPLENS_DEVICE typename __warplens_of_mixed<T, U>::type function(T x, U y) {                                                     \
    return function((double)x, (double)y);                                                                                     \
  }                                                                                                                            \
  namespace std {                                                                                                              \
  using ::function;                                                                                                            \
  using ::function##f;                                                                                                         \
  }
#define WARPLENS_FLOAT_FUNCTION_OF_TWO(function)                                                                               \
  WARPLENS_DEVICE float function##f(float x, float y) { return (float)function((double)x, (double)y); }                        \
  WARPLENS_OVERLOAD_OF_TWO(function)

WARPLENS_OVERLOAD(sqrt)
WARPLENS_OVERLOAD(floor)
WARPLENS_OVERLOAD(ceil)
WARPLENS_OVERLOAD(trunc)
WARPLENS_OVERLOAD(rint)
WARPLENS_OVERLOAD(round)
WARPLENS_OVERLOAD(nearbyint)
WARPLENS_OVERLOAD(fabs)
WARPLENS_OVERLOAD(exp2)
WARPLENS_FLOAT_FUNCTION(exp)
WARPLENS_FLOAT_FUNCTION(log)
WARPLENS_FLOAT_FUNCTION(log2)
WARPLENS_FLOAT_FUNCTION(log10)
WARPLENS_FLOAT_FUNCTION(expm1)
WARPLENS_FLOAT_FUNCTION(log1p)
WARPLENS_FLOAT_FUNCTION(logb)
WARPLENS_FLOAT_FUNCTION(sin)
WARPLENS_FLOAT_FUNCTION(cos)
WARPLENS_FLOAT_FUNCTION(tan)
WARPLENS_FLOAT_FUNCTION(sinh)
WARPLENS_FLOAT_FUNCTION(cosh)
WARPLENS_FLOAT_FUNCTION(tanh)
WARPLENS_FLOAT_FUNCTION(asin)
WARPLENS_FLOAT_FUNCTION(acos)
WARPLENS_FLOAT_FUNCTION(atan)
WARPLENS_FLOAT_FUNCTION(asinh)
WARPLENS_FLOAT_FUNCTION(acosh)
WARPLENS_FLOAT_FUNCTION(atanh)
WARPLENS_FLOAT_FUNCTION(erf)
WARPLENS_FLOAT_FUNCTION(erfc)
WARPLENS_FLOAT_FUNCTION(cbrt)
WARPLENS_FLOAT_FUNCTION(lgamma)
WARPLENS_FLOAT_FUNCTION(tgamma)
WARPLENS_OVERLOAD_OF_TWO(fmin)
WARPLENS_OVERLOAD_OF_TWO(fmax)
WARPLENS_OVERLOAD_OF_TWO(nextafter)
WARPLENS_MIXED(copysign)
WARPLENS_FLOAT_FUNCTION_OF_TWO(pow)
WARPLENS_FLOAT_FUNCTION_OF_TWO(fmod)
WARPLENS_FLOAT_FUNCTION_OF_TWO(fdim)
WARPLENS_FLOAT_FUNCTION_OF_TWO(remainder)
WARPLENS_FLOAT_FUNCTION_OF_TWO(atan2)
WARPLENS_FLOAT_FUNCTION_OF_TWO(hypot)
#undef WARPLENS_OVERLOAD
#undef WARPLENS_FLOAT_FUNCTION
#undef WARPLENS_OVERLOAD_OF_TWO
#undef WARPLENS_MIXED
#undef WARPLENS_FLOAT_FUNCTION_OF_TWO

// CUDA's own functions; C++ does not have them, so they have no overloads.
#define WARPLENS_FLOAT_FUNCTION(function)                                                                                      \
  WARPLENS_DEVICE float function##f(float x) { return (float)function((double)x); }                                            \
  WARPLENS_DEVICE float function(float x) { return function##f(x); }
WARPLENS_FLOAT_FUNCTION(exp10)
WARPLENS_FLOAT_FUNCTION(sinpi)
WARPLENS_FLOAT_FUNCTION(cospi)
WARPLENS_FLOAT_FUNCTION(rcbrt)
WARPLENS_FLOAT_FUNCTION(normcdf)
WARPLENS_FLOAT_FUNCTION(normcdfinv)
WARPLENS_FLOAT_FUNCTION(erfinv)
WARPLENS_FLOAT_FUNCTION(erfcinv)
WARPLENS_FLOAT_FUNCTION(erfcx)
WARPLENS_FLOAT_FUNCTION(j0)
WARPLENS_FLOAT_FUNCTION(j1)
WARPLENS_FLOAT_FUNCTION(y0)
WARPLENS_FLOAT_FUNCTION(y1)
WARPLENS_FLOAT_FUNCTION(cyl_bessel_i0)
WARPLENS_FLOAT_FUNCTION(cyl_bessel_i1)
#undef WARPLENS_FLOAT_FUNCTION
WARPLENS_DEVICE float rsqrt(float x) { return rsqrtf(x); }
WARPLENS_DEVICE float rhypotf(float x, float y) { return (float)rhypot(x, y); }
WARPLENS_DEVICE float fdividef(float x, float y) { return x / y; }
WARPLENS_DEVICE void sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
WARPLENS_DEVICE void sincospif(float x, float* sine, float* cosine) {
  *sine = sinpif(x);
  *cosine = cospif(x);
}

// The rest of C++'s overloads.
WARPLENS_DEVICE float abs(float x) { return fabsf(x); }
WARPLENS_DEVICE double abs(double x) { return fabs(x); }
WARPLENS_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }
WARPLENS_DEVICE float ldexp(float x, int n) { return ldexpf(x, n); }
WARPLENS_DEVICE float scalbn(float x, int n) { return scalbnf(x, n); }
WARPLENS_DEVICE float scalbln(float x, long n) { return scalblnf(x, n); }
WARPLENS_DEVICE float frexp(float x, int* e) { return frexpf(x, e); }
WARPLENS_DEVICE float modf(float x, float* whole) { return modff(x, whole); }
WARPLENS_DEVICE float remquo(float x, float y, int* quotient) { return remquof(x, y, quotient); }
WARPLENS_DEVICE int ilogb(float x) { return ilogbf(x); }
WARPLENS_DEVICE long lrint(float x) { return lrintf(x); }
WARPLENS_DEVICE long long llrint(float x) { return llrintf(x); }
WARPLENS_DEVICE long lround(float x) { return lroundf(x); }
WARPLENS_DEVICE long long llround(float x) { return llroundf(x); }
WARPLENS_DEVICE double min(float a, double b) { return fmin((double)a, b); }
WARPLENS_DEVICE double min(double a, float b) { return fmin(a, (double)b); }
WARPLENS_DEVICE double max(float a, double b) { return fmax((double)a, b); }
WARPLENS_DEVICE double max(double a, float b) { return fmax(a, (double)b); }
namespace std {
using ::abs;
using ::fma;
using ::fmaf;
using ::frexp;
using ::ilogb;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::labs;
using ::ldexp;
using ::llabs;
using ::llrint;
using ::llround;
using ::lrint;
using ::lround;
using ::modf;
using ::remquo;
using ::scalbln;
using ::scalbn;
using ::signbit;
}  // namespace std
