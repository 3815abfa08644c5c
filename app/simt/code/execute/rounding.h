#pragma once

#include <cfenv>
#include <cfloat>
#include <cmath>
#include <limits>
#include <type_traits>

// Floating-point arithmetic in a given rounding mode. Most processors have rounding modes. WebAssembly always rounds to nearest,
// so there the result is corrected by one unit in the last place where needed. The direction follows from the sign of the
// rounding error, which is computed exactly in 128-bit floating point.

namespace warplens::simt::WARPLENS_ISA {

#if defined(__wasm__)
inline constexpr bool has_rounding_modes = false;
#else
inline constexpr bool has_rounding_modes = true;
#endif

// IEEE 754 binary128: long double, or the compiler's own type.
#if LDBL_MANT_DIG == 113
using Quad = long double;
#else
__extension__ typedef __float128 Quad;
#endif

/// Rounding mode of this thread, an FE_ constant; used if the processor has no modes.
inline thread_local int mode_here = FE_TONEAREST;

/// Sets the rounding mode of this thread; restores round-to-nearest when destroyed.
class RoundingMode {
 public:
  explicit RoundingMode(int mode) { set(mode); }
  ~RoundingMode() { set(FE_TONEAREST); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  static void set(int mode) {
    if constexpr (has_rounding_modes) {
      std::fesetround(mode);
    } else {
      mode_here = mode;
    }
  }
};

/// Software rounding: each function returns the result of its operation in rounding mode `mode`. T is f32 or f64.
namespace corrected {

inline int sign(Quad x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// Correct `nearest`, the result rounded to nearest. `error`: sign of the exact result minus `nearest`.
template <typename T>
T result(T nearest, int error, int mode) {
  const T infinity = std::numeric_limits<T>::infinity();
  if (mode == FE_TOWARDZERO) mode = std::signbit(nearest) ? FE_UPWARD : FE_DOWNWARD;
  if (mode == FE_DOWNWARD && error < 0) return std::nextafter(nearest, -infinity);
  if (mode == FE_UPWARD && error > 0) return std::nextafter(nearest, infinity);
  return nearest;
}

/// Sign of a + b - `nearest`. The 128-bit sum may be inexact; its rounding error is computed exactly (Knuth, TAOCP 4.2.2,
/// theorem B).
template <typename T>
int error_of_sum(Quad a, Quad b, T nearest) {
  const Quad sum = a + b;
  if (const int by_sum = sign(sum - nearest); by_sum != 0) return by_sum;
  const Quad part = sum - a;
  return sign((a - (sum - part)) + (b - part));
}

/// The sum of opposite numbers is -0 when rounding down, else +0 (IEEE 754-2019, 6.3).
template <typename T>
T sum_of(Quad a, Quad b, T nearest, int mode) {
  const int error = error_of_sum(a, b, nearest);
  if (nearest == 0 && error == 0 && __builtin_signbit(static_cast<double>(a)) != __builtin_signbit(static_cast<double>(b)))
    return mode == FE_DOWNWARD ? -T{0} : T{0};
  return result(nearest, error, mode);
}

template <typename T>
T sum(T a, T b, int mode) {
  return sum_of(Quad{a}, Quad{b}, a + b, mode);
}

template <typename T>
T product(T a, T b, int mode) {
  const T nearest = a * b;
  return result(nearest, sign(Quad{a} * Quad{b} - nearest), mode);
}

template <typename T>
T fused(T a, T b, T c, int mode) {
  return sum_of(Quad{a} * Quad{b}, Quad{c}, std::fma(a, b, c), mode);
}

template <typename T>
T quotient(T a, T b, int mode) {
  const T nearest = a / b;
  if (b == 0) return nearest;
  // Overflow: the exact quotient of two finite numbers is smaller in magnitude than infinity.
  const int remainder = std::isinf(nearest) && std::isfinite(a) ? (std::signbit(nearest) ? 1 : -1) * sign(b)
                                                                : sign(Quad{a} - Quad{nearest} * Quad{b});
  return result(nearest, remainder * sign(b), mode);
}

template <typename T>
T root(T a, int mode) {
  const T nearest = std::sqrt(a);
  return result(nearest, sign(Quad{a} - Quad{nearest} * Quad{nearest}), mode);
}

template <typename D, typename S>
D converted(S x, int mode) {
  const D nearest = static_cast<D>(x);
  return result(nearest, sign(static_cast<Quad>(x) - nearest), mode);
}

}  // namespace corrected

template <typename T>
T sum(T a, T b) {
  if constexpr (!has_rounding_modes)
    if (mode_here != FE_TONEAREST) return corrected::sum(a, b, mode_here);
  return a + b;
}

template <typename T>
T difference(T a, T b) {
  if constexpr (!has_rounding_modes)
    if (mode_here != FE_TONEAREST) return corrected::sum(a, -b, mode_here);
  return a - b;
}

template <typename T>
T product(T a, T b) {
  if constexpr (!has_rounding_modes)
    if (mode_here != FE_TONEAREST) return corrected::product(a, b, mode_here);
  return a * b;
}

template <typename T>
T fused(T a, T b, T c) {
  if constexpr (!has_rounding_modes)
    if (mode_here != FE_TONEAREST) return corrected::fused(a, b, c, mode_here);
  return std::fma(a, b, c);
}

template <typename T>
T quotient(T a, T b) {
  if constexpr (!has_rounding_modes)
    if (mode_here != FE_TONEAREST) return corrected::quotient(a, b, mode_here);
  return a / b;
}

template <typename T>
T root(T a) {
  if constexpr (!has_rounding_modes)
    if (mode_here != FE_TONEAREST) return corrected::root(a, mode_here);
  return std::sqrt(a);
}

/// Convert x, of a floating type or an integer, to the floating type D. Integer 0 must become +0 in every mode, but the code of
/// clang 14 for unsigned 64-bit integers gives -0 when rounding down.
template <typename D, typename S>
D converted(S x) {
  if constexpr (!has_rounding_modes)
    if (mode_here != FE_TONEAREST) return corrected::converted<D>(x, mode_here);
  if constexpr (std::is_unsigned_v<S> && sizeof(S) == 8) {
    return x == 0 ? D{0} : static_cast<D>(x);
  } else {
    return static_cast<D>(x);
  }
}

}  // namespace warplens::simt::WARPLENS_ISA
