#pragma once

// bfloat16: a float's upper half (CUDA Math API, "Bfloat16 Precision Intrinsics"). From sm_80 on, sums and products use the only
// instruction, a fused multiply-add: a · 1 + b, b · -1 + a and a · b + -0 (PTX ISA, "fma", "Target ISA Notes"). Earlier targets
// and other operations compute in float.

struct __nv_bfloat16_raw {
  unsigned short x;
};
struct __nv_bfloat162_raw {
  unsigned short x, y;
};

/// Round to the nearest bfloat16, ties to even: the upper 16 bits of a float whose other bits are 0.
WARPLENS_BOTH unsigned short __warplens_bfloat16_bits(float value) {
#if __CUDA_ARCH__ >= 800
  unsigned short bits;
  __asm__("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
#else
  const unsigned bits = __builtin_bit_cast(unsigned, value);
  if (value != value) return 0x7fff;
  return (unsigned short)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
#endif
}
/// Round to odd: the last bit is set if anything was lost, so that rounding again has the effect of a single rounding (Boldo and
/// Melquiond 2008, "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd").
WARPLENS_DEVICE float __warplens_rounded_to_odd(double value) {
  const float towards_0 = __double2float_rz(value);
  return (double)towards_0 == value || value != value ? towards_0 : __uint_as_float(__float_as_uint(towards_0) | 1u);
}
WARPLENS_DEVICE float __warplens_rounded_to_odd(long long value) {
  const float towards_0 = __ll2float_rz(value);
  return __float2ll_rz(towards_0) == value ? towards_0 : __uint_as_float(__float_as_uint(towards_0) | 1u);
}
WARPLENS_DEVICE float __warplens_rounded_to_odd(unsigned long long value) {
  const float towards_0 = __ull2float_rz(value);
  return __float2ull_rz(towards_0) == value ? towards_0 : __uint_as_float(__float_as_uint(towards_0) | 1u);
}

/// A 16-bit number: 1 sign bit, 8 exponent bits, 7 fraction bits.
struct __nv_bfloat16 {
  unsigned short __x;

  __nv_bfloat16() = default;
  WARPLENS_MEMBER_OF_BOTH __nv_bfloat16(float value) : __x(__warplens_bfloat16_bits(value)) {}
  WARPLENS_MEMBER __nv_bfloat16(double value) : __nv_bfloat16(__warplens_rounded_to_odd(value)) {}
  WARPLENS_MEMBER __nv_bfloat16(long long value) : __nv_bfloat16(__warplens_rounded_to_odd(value)) {}
  WARPLENS_MEMBER __nv_bfloat16(unsigned long long value) : __nv_bfloat16(__warplens_rounded_to_odd(value)) {}
  WARPLENS_MEMBER __nv_bfloat16(int value) : __nv_bfloat16((double)value) {}
  WARPLENS_MEMBER __nv_bfloat16(unsigned value) : __nv_bfloat16((double)value) {}
  WARPLENS_MEMBER __nv_bfloat16(short value) : __nv_bfloat16((float)value) {}
  WARPLENS_MEMBER __nv_bfloat16(unsigned short value) : __nv_bfloat16((float)value) {}
  WARPLENS_MEMBER __nv_bfloat16(long value) : __nv_bfloat16((long long)value) {}
  WARPLENS_MEMBER __nv_bfloat16(unsigned long value) : __nv_bfloat16((unsigned long long)value) {}
  WARPLENS_MEMBER_OF_BOTH __nv_bfloat16(__nv_bfloat16_raw raw) : __x(raw.x) {}
  WARPLENS_MEMBER_OF_BOTH operator float() const { return __builtin_bit_cast(float, (unsigned)__x << 16); }
  WARPLENS_MEMBER_OF_BOTH operator __nv_bfloat16_raw() const { return {__x}; }
};

/// Two numbers, the first in the lower bits.
struct __attribute__((aligned(4))) __nv_bfloat162 {
  __nv_bfloat16 x, y;

  __nv_bfloat162() = default;
  WARPLENS_MEMBER_OF_BOTH __nv_bfloat162(const __nv_bfloat16& low, const __nv_bfloat16& high) : x(low), y(high) {}
  WARPLENS_MEMBER_OF_BOTH operator __nv_bfloat162_raw() const { return {x.__x, y.__x}; }
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

// --- conversions ---

WARPLENS_BOTH __nv_bfloat16 __float2bfloat16(float x) { return __nv_bfloat16(x); }
WARPLENS_BOTH __nv_bfloat16 __float2bfloat16_rn(float x) { return __nv_bfloat16(x); }
WARPLENS_DEVICE __nv_bfloat16 __float2bfloat16_rz(float x) {
  return __nv_bfloat16_raw{x != x ? (unsigned short)0x7fff : (unsigned short)(__float_as_uint(x) >> 16)};
}
WARPLENS_DEVICE __nv_bfloat16 __double2bfloat16(double x) { return __nv_bfloat16(x); }
WARPLENS_DEVICE __nv_bfloat16 __int2bfloat16_rn(int x) { return __nv_bfloat16(x); }
WARPLENS_DEVICE __nv_bfloat16 __uint2bfloat16_rn(unsigned x) { return __nv_bfloat16(x); }
WARPLENS_DEVICE __nv_bfloat16 __short2bfloat16_rn(short x) { return __nv_bfloat16(x); }
WARPLENS_DEVICE __nv_bfloat16 __ushort2bfloat16_rn(unsigned short x) { return __nv_bfloat16(x); }
WARPLENS_DEVICE __nv_bfloat16 __ll2bfloat16_rn(long long x) { return __nv_bfloat16(x); }
WARPLENS_DEVICE __nv_bfloat16 __ull2bfloat16_rn(unsigned long long x) { return __nv_bfloat16(x); }
WARPLENS_BOTH float __bfloat162float(__nv_bfloat16 x) { return x; }
WARPLENS_DEVICE __nv_bfloat162 __float2bfloat162_rn(float x) { return {__nv_bfloat16(x), __nv_bfloat16(x)}; }
WARPLENS_DEVICE __nv_bfloat162 __floats2bfloat162_rn(float low, float high) { return {__nv_bfloat16(low), __nv_bfloat16(high)}; }
WARPLENS_DEVICE __nv_bfloat162 __float22bfloat162_rn(float2 pair) { return {__nv_bfloat16(pair.x), __nv_bfloat16(pair.y)}; }
WARPLENS_DEVICE float2 __bfloat1622float2(__nv_bfloat162 pair) { return make_float2(pair.x, pair.y); }
WARPLENS_DEVICE __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
WARPLENS_DEVICE unsigned short __bfloat16_as_ushort(__nv_bfloat16 x) { return x.__x; }
WARPLENS_DEVICE short __bfloat16_as_short(__nv_bfloat16 x) { return (short)x.__x; }
WARPLENS_DEVICE __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { return __nv_bfloat16_raw{bits}; }
WARPLENS_DEVICE __nv_bfloat16 __short_as_bfloat16(short bits) { return __nv_bfloat16_raw{(unsigned short)bits}; }

// --- arithmetic ---

WARPLENS_DEVICE __nv_bfloat16 __hneg(__nv_bfloat16 x) {
#if __CUDA_ARCH__ >= 800
  __nv_bfloat16_raw result;
  __asm__("neg.bf16 %0, %1;" : "=h"(result.x) : "h"(x.__x));
  return result;
#else
  return __nv_bfloat16(-(float)x);
#endif
}
WARPLENS_DEVICE __nv_bfloat16 __habs(__nv_bfloat16 x) {
#if __CUDA_ARCH__ >= 800
  __nv_bfloat16_raw result;
  __asm__("abs.bf16 %0, %1;" : "=h"(result.x) : "h"(x.__x));
  return result;
#else
  return __nv_bfloat16(fabsf(x));
#endif
}
/// a b + c, rounded once.
WARPLENS_DEVICE __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
#if __CUDA_ARCH__ >= 800
  __nv_bfloat16_raw result;
  __asm__("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(result.x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
  return result;
#else
  // The product is exact in double; the sum may be inexact if the summands are far apart.
  const double product = (double)(float)a * (float)b, sum = product + (float)c;
  const double rest = fabs(product) > fabs((float)c) ? (product - sum) + (float)c : ((float)c - sum) + product;
  if (rest == 0.0 || !isfinite(sum)) return __nv_bfloat16(sum);
  const long long bits = __double_as_longlong(sum);
  return __nv_bfloat16(__longlong_as_double((bits & 1) != 0 ? bits : (rest > 0.0) == (sum > 0.0) ? bits | 1 : bits - 1));
#endif
}
WARPLENS_DEVICE __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
#if __CUDA_ARCH__ >= 800
  unsigned result;
  __asm__("fma.rn.bf16x2 %0, %1, %2, %3;"
          : "=r"(result)
          : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)), "r"(__builtin_bit_cast(unsigned, c)));
  return __builtin_bit_cast(__nv_bfloat162, result);
#else
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
#endif
}
#define WARPLENS_BFLOAT16_OPERATION(function, symbol, factor_a, factor_b, summand)                    \
  WARPLENS_DEVICE __nv_bfloat16 function(__nv_bfloat16 a, __nv_bfloat16 b) {                          \
    if constexpr (__warplens_has_bfloat16) return __hfma(factor_a, factor_b, summand);                \
    return __nv_bfloat16((float)a symbol(float) b);                                                   \
  }                                                                                                   \
  WARPLENS_DEVICE __nv_bfloat162 function##2(__nv_bfloat162 a, __nv_bfloat162 b) {                    \
    if constexpr (__warplens_has_bfloat16)                                                            \
      return __hfma2(__warplens_both(factor_a), __warplens_both(factor_b), __warplens_both(summand)); \
    return {function(a.x, b.x), function(a.y, b.y)};                                                  \
  }
#if __CUDA_ARCH__ >= 800
constexpr bool __warplens_has_bfloat16 = true;
#else
constexpr bool __warplens_has_bfloat16 = false;
#endif
WARPLENS_DEVICE __nv_bfloat162 __warplens_both(__nv_bfloat162 pair) { return pair; }
WARPLENS_DEVICE __nv_bfloat162 __warplens_both(__nv_bfloat16_raw x) { return {x, x}; }
WARPLENS_BFLOAT16_OPERATION(__hadd, +, a, __nv_bfloat16_raw{0x3f80}, b)
WARPLENS_BFLOAT16_OPERATION(__hsub, -, b, __nv_bfloat16_raw{0xbf80}, a)
WARPLENS_BFLOAT16_OPERATION(__hmul, *, a, b, __nv_bfloat16_raw{0x8000})
#undef WARPLENS_BFLOAT16_OPERATION

#define WARPLENS_SCALAR __nv_bfloat16
#define WARPLENS_PAIR __nv_bfloat162
#define WARPLENS_NAME(before, after) before##bfloat16##after
#define WARPLENS_BITS(bits) \
  __nv_bfloat16_raw { (unsigned short)(bits) }
#define WARPLENS_ONE_BITS 0x3f80
#include "warplens/sixteen_bits.h"
