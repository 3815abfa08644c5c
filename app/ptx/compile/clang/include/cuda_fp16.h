#pragma once

// IEEE 754's binary16 (CUDA Math API, "Half Precision Intrinsics"). Sums, products and conversions are one PTX instruction each.
// Operations without an instruction, or without a second rounding in float, are computed in float.

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

// --- the host's conversions ---

/// Round to the nearest 16-bit number, ties to even.
WARPLENS_HOST unsigned short __warplens_half_bits(float value) {
  const unsigned bits = __builtin_bit_cast(unsigned, value), sign = bits >> 16 & 0x8000u, rest = bits & 0x7fffffffu;
  if (rest > 0x7f800000u) return 0x7fff;
  if (rest >= 0x47800000u) return (unsigned short)(sign | 0x7c00u);
  if (rest >= 0x38800000u) return (unsigned short)(sign | (rest - 0x38000000u + 0xfffu + (rest >> 13 & 1u)) >> 13);
  // Below 2^-14: a half has the same steps as a float from 1/2 on, so adding 1/2 rounds.
  return (unsigned short)(sign | (__builtin_bit_cast(unsigned, __builtin_bit_cast(float, rest) + 0.5f) - 0x3f000000u));
}
/// Rounds as if once: by way of a float with its last bit set if anything was lost.
WARPLENS_HOST unsigned short __warplens_half_bits(double value) {
  float nearest = (float)value;
  if ((double)nearest != value && value == value) {
    const unsigned bits = __builtin_bit_cast(unsigned, nearest);
    const bool larger = __builtin_fabs((double)nearest) > __builtin_fabs(value);
    nearest = __builtin_bit_cast(float, (larger ? bits - 1 : bits) | 1u);
  }
  return __warplens_half_bits(nearest);
}
WARPLENS_HOST float __warplens_half_value(unsigned short half) {
  const unsigned sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u, fraction = half & 0x3ffu;
  if (exponent == 0) {
    const float magnitude = (float)fraction * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  return __builtin_bit_cast(float, sign | (exponent == 31 ? 255u : exponent + 112) << 23 | fraction << 13);
}

/// A 16-bit number: 1 sign bit, 5 exponent bits, 10 fraction bits.
struct __half {
  unsigned short __x;

  __half() = default;
  WARPLENS_MEMBER __half(float value) { __asm__("cvt.rn.f16.f32 %0, %1;" : "=h"(__x) : "f"(value)); }
  WARPLENS_MEMBER __half(double value) { __asm__("cvt.rn.f16.f64 %0, %1;" : "=h"(__x) : "d"(value)); }
  WARPLENS_MEMBER __half(int value) { __asm__("cvt.rn.f16.s32 %0, %1;" : "=h"(__x) : "r"(value)); }
  WARPLENS_MEMBER __half(unsigned value) { __asm__("cvt.rn.f16.u32 %0, %1;" : "=h"(__x) : "r"(value)); }
  WARPLENS_MEMBER __half(short value) : __half((int)value) {}
  WARPLENS_MEMBER __half(unsigned short value) : __half((unsigned)value) {}
  WARPLENS_MEMBER __half(long long value) { __asm__("cvt.rn.f16.s64 %0, %1;" : "=h"(__x) : "l"(value)); }
  WARPLENS_MEMBER __half(unsigned long long value) { __asm__("cvt.rn.f16.u64 %0, %1;" : "=h"(__x) : "l"(value)); }
  WARPLENS_MEMBER __half(long value) : __half((long long)value) {}
  WARPLENS_MEMBER __half(unsigned long value) : __half((unsigned long long)value) {}
  WARPLENS_MEMBER_OF_HOST __half(float value) : __x(__warplens_half_bits(value)) {}
  WARPLENS_MEMBER_OF_HOST __half(double value) : __x(__warplens_half_bits(value)) {}
  WARPLENS_MEMBER_OF_HOST __half(int value) : __half((double)value) {}
  WARPLENS_MEMBER_OF_HOST __half(unsigned value) : __half((double)value) {}
  WARPLENS_MEMBER_OF_HOST __half(short value) : __half((double)value) {}
  WARPLENS_MEMBER_OF_HOST __half(unsigned short value) : __half((double)value) {}
  WARPLENS_MEMBER_OF_HOST __half(long value) : __half((double)value) {}
  WARPLENS_MEMBER_OF_HOST __half(unsigned long value) : __half((double)value) {}
  WARPLENS_MEMBER_OF_HOST __half(long long value) : __half((double)value) {}
  WARPLENS_MEMBER_OF_HOST __half(unsigned long long value) : __half((double)value) {}
  WARPLENS_MEMBER_OF_HOST operator float() const { return __warplens_half_value(__x); }
  WARPLENS_MEMBER_OF_BOTH __half(__half_raw raw) : __x(raw.x) {}
  WARPLENS_MEMBER operator float() const {
    float value;
    __asm__("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(__x));
    return value;
  }
  WARPLENS_MEMBER_OF_BOTH operator __half_raw() const { return {__x}; }
};

/// Two numbers, the first in the lower bits.
struct __attribute__((aligned(4))) __half2 {
  __half x, y;

  __half2() = default;
  WARPLENS_MEMBER_OF_BOTH __half2(const __half& low, const __half& high) : x(low), y(high) {}
  WARPLENS_MEMBER_OF_BOTH operator __half2_raw() const { return {x.__x, y.__x}; }
};
typedef __half half;
typedef __half2 half2;

// --- conversions ---

#define WARPLENS_TO_HALF(function, type, constraint, instruction)            \
  WARPLENS_DEVICE __half function(type x) {                                  \
    __half_raw result;                                                       \
    __asm__("cvt." instruction " %0, %1;" : "=h"(result.x) : constraint(x)); \
    return result;                                                           \
  }
#define WARPLENS_TO_HALF_ROUNDED(suffix, mode)                                   \
  WARPLENS_TO_HALF(__float2half_##suffix, float, "f", mode ".f16.f32")           \
  WARPLENS_TO_HALF(__int2half_##suffix, int, "r", mode ".f16.s32")               \
  WARPLENS_TO_HALF(__uint2half_##suffix, unsigned, "r", mode ".f16.u32")         \
  WARPLENS_TO_HALF(__short2half_##suffix, short, "h", mode ".f16.s16")           \
  WARPLENS_TO_HALF(__ushort2half_##suffix, unsigned short, "h", mode ".f16.u16") \
  WARPLENS_TO_HALF(__ll2half_##suffix, long long, "l", mode ".f16.s64")          \
  WARPLENS_TO_HALF(__ull2half_##suffix, unsigned long long, "l", mode ".f16.u64")
WARPLENS_TO_HALF_ROUNDED(rn, "rn")
WARPLENS_TO_HALF_ROUNDED(rz, "rz")
WARPLENS_TO_HALF_ROUNDED(ru, "rp")
WARPLENS_TO_HALF_ROUNDED(rd, "rm")
#undef WARPLENS_TO_HALF
#undef WARPLENS_TO_HALF_ROUNDED
WARPLENS_BOTH __half __float2half(float x) { return __half(x); }
WARPLENS_BOTH __half __double2half(double x) { return __half(x); }
WARPLENS_BOTH float __half2float(__half x) { return x; }
WARPLENS_BOTH __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
WARPLENS_BOTH __half2 __floats2half2_rn(float low, float high) { return {__half(low), __half(high)}; }
WARPLENS_BOTH __half2 __float22half2_rn(float2 pair) { return {__half(pair.x), __half(pair.y)}; }
WARPLENS_BOTH float2 __half22float2(__half2 pair) { return make_float2(pair.x, pair.y); }
WARPLENS_BOTH __half2 __half2half2(__half x) { return {x, x}; }
WARPLENS_BOTH unsigned short __half_as_ushort(__half x) { return x.__x; }
WARPLENS_BOTH short __half_as_short(__half x) { return (short)x.__x; }
WARPLENS_BOTH __half __ushort_as_half(unsigned short bits) { return __half_raw{bits}; }
WARPLENS_BOTH __half __short_as_half(short bits) { return __half_raw{(unsigned short)bits}; }

WARPLENS_HOST __half __float2half_rn(float x) { return __half(x); }

// --- arithmetic ---

#define WARPLENS_HALF_OPERATION(function, instruction)                                     \
  WARPLENS_DEVICE __half function(__half a, __half b) {                                    \
    __half_raw result;                                                                     \
    __asm__(instruction ".rn.f16 %0, %1, %2;" : "=h"(result.x) : "h"(a.__x), "h"(b.__x));  \
    return result;                                                                         \
  }                                                                                        \
  WARPLENS_DEVICE __half2 function##2(__half2 a, __half2 b) {                              \
    unsigned result;                                                                       \
    __asm__(instruction ".rn.f16x2 %0, %1, %2;"                                            \
            : "=r"(result)                                                                 \
            : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b))); \
    return __builtin_bit_cast(__half2, result);                                            \
  }
WARPLENS_HALF_OPERATION(__hadd, "add")
WARPLENS_HALF_OPERATION(__hsub, "sub")
WARPLENS_HALF_OPERATION(__hmul, "mul")
#undef WARPLENS_HALF_OPERATION
WARPLENS_DEVICE __half __hneg(__half x) {
  __half_raw result;
  __asm__("neg.f16 %0, %1;" : "=h"(result.x) : "h"(x.__x));
  return result;
}
WARPLENS_DEVICE __half __habs(__half x) {
  __half_raw result;
  __asm__("abs.f16 %0, %1;" : "=h"(result.x) : "h"(x.__x));
  return result;
}
/// a b + c, rounded once.
WARPLENS_DEVICE __half __hfma(__half a, __half b, __half c) {
  __half_raw result;
  __asm__("fma.rn.f16 %0, %1, %2, %3;" : "=h"(result.x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
  return result;
}
WARPLENS_DEVICE __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  unsigned result;
  __asm__("fma.rn.f16x2 %0, %1, %2, %3;"
          : "=r"(result)
          : "r"(__builtin_bit_cast(unsigned, a)), "r"(__builtin_bit_cast(unsigned, b)), "r"(__builtin_bit_cast(unsigned, c)));
  return __builtin_bit_cast(__half2, result);
}
WARPLENS_DEVICE __half atomicAdd(__half* address, __half value) {
  __half_raw before;
  __asm__ volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(before.x) : "l"(address), "h"(value.__x) : "memory");
  return before;
}
WARPLENS_DEVICE __half2 atomicAdd(__half2* address, __half2 value) {
  unsigned before;
  __asm__ volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                   : "=r"(before)
                   : "l"(address), "r"(__builtin_bit_cast(unsigned, value))
                   : "memory");
  return __builtin_bit_cast(__half2, before);
}

#define WARPLENS_SCALAR __half
#define WARPLENS_PAIR __half2
#define WARPLENS_NAME(before, after) before##half##after
#define WARPLENS_BITS(bits) \
  __half_raw { (unsigned short)(bits) }
#define WARPLENS_ONE_BITS 0x3c00
#include "warplens/sixteen_bits.h"
