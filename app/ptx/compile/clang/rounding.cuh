#pragma once

// Part of prelude.cuh: arithmetic and conversions with the rounding in their name: to nearest (rn), towards zero (rz), up (ru),
// down (rd); in PTX: rn, rz, rp, rm.

#define WARPLENS_OF_ONE(function, instruction, type, constraint)                                                               \
  WARPLENS_DEVICE type function(type x) {                                                                                      \
    type result;                                                                                                               \
    __asm__(instruction " %0, %1;" : "=" constraint(result) : constraint(x));                                                  \
    return result;                                                                                                             \
  }
#define WARPLENS_OF_TWO(function, instruction, type, constraint)                                                               \
  WARPLENS_DEVICE type function(type x, type y) {                                                                              \
    type result;                                                                                                               \
    __asm__(instruction " %0, %1, %2;" : "=" constraint(result) : constraint(x), constraint(y));                               \
    return result;                                                                                                             \
  }
#define WARPLENS_OF_THREE(function, instruction, type, constraint)                                                             \
  WARPLENS_DEVICE type function(type x, type y, type z) {                                                                      \
    type result;                                                                                                               \
    __asm__(instruction " %0, %1, %2, %3;" : "=" constraint(result) : constraint(x), constraint(y), constraint(z));            \
    return result;                                                                                                             \
  }
#define WARPLENS_ARITHMETIC(suffix, mode)                                                                                      \
  WARPLENS_OF_TWO(__fadd_##suffix, "add." mode ".f32", float, "f")                                                             \
  WARPLENS_OF_TWO(__fsub_##suffix, "sub." mode ".f32", float, "f")                                                             \
  WARPLENS_OF_TWO(__fmul_##suffix, "mul." mode ".f32", float, "f")                                                             \
  WARPLENS_OF_TWO(__fdiv_##suffix, "div." mode ".f32", float, "f")                                                             \
  WARPLENS_OF_ONE(__frcp_##suffix, "rcp." mode ".f32", float, "f")                                                             \
  WARPLENS_OF_ONE(__fsqrt_##suffix, "sqrt." mode ".f32", float, "f")                                                           \
  WARPLENS_OF_THREE(__fmaf_##suffix, "fma." mode ".f32", float, "f")                                                           \
  WARPLENS_OF_TWO(__dadd_##suffix, "add." mode ".f64", double, "d")                                                            \
  WARPLENS_OF_TWO(__dsub_##suffix, "sub." mode ".f64", double, "d")                                                            \
  WARPLENS_OF_TWO(__dmul_##suffix, "mul." mode ".f64", double, "d")                                                            \
  WARPLENS_OF_TWO(__ddiv_##suffix, "div." mode ".f64", double, "d")                                                            \
  WARPLENS_OF_ONE(__drcp_##suffix, "rcp." mode ".f64", double, "d")                                                            \
  WARPLENS_OF_ONE(__dsqrt_##suffix, "sqrt." mode ".f64", double, "d")                                                          \
  WARPLENS_OF_THREE(__fma_##suffix, "fma." mode ".f64", double, "d")
WARPLENS_ARITHMETIC(rn, "rn")
WARPLENS_ARITHMETIC(rz, "rz")
WARPLENS_ARITHMETIC(ru, "rp")
WARPLENS_ARITHMETIC(rd, "rm")
#undef WARPLENS_ARITHMETIC
#undef WARPLENS_OF_ONE
#undef WARPLENS_OF_TWO
#undef WARPLENS_OF_THREE
WARPLENS_DEVICE float __frsqrt_rn(float x) { return (float)(1.0 / __dsqrt_rn(x)); }

#define WARPLENS_CONVERSION(function, to, to_constraint, from, from_constraint, instruction)                                   \
  WARPLENS_DEVICE to function(from x) {                                                                                        \
    to result;                                                                                                                 \
    __asm__("cvt." instruction " %0, %1;" : "=" to_constraint(result) : from_constraint(x));                                   \
    return result;                                                                                                             \
  }
#define WARPLENS_CONVERSIONS(suffix, mode, whole)                                                                              \
  WARPLENS_CONVERSION(__float2int_##suffix, int, "r", float, "f", whole ".s32.f32")                                            \
  WARPLENS_CONVERSION(__float2uint_##suffix, unsigned, "r", float, "f", whole ".u32.f32")                                      \
  WARPLENS_CONVERSION(__float2ll_##suffix, long long, "l", float, "f", whole ".s64.f32")                                       \
  WARPLENS_CONVERSION(__float2ull_##suffix, unsigned long long, "l", float, "f", whole ".u64.f32")                             \
  WARPLENS_CONVERSION(__double2int_##suffix, int, "r", double, "d", whole ".s32.f64")                                          \
  WARPLENS_CONVERSION(__double2uint_##suffix, unsigned, "r", double, "d", whole ".u32.f64")                                    \
  WARPLENS_CONVERSION(__double2ll_##suffix, long long, "l", double, "d", whole ".s64.f64")                                     \
  WARPLENS_CONVERSION(__double2ull_##suffix, unsigned long long, "l", double, "d", whole ".u64.f64")                           \
  WARPLENS_CONVERSION(__int2float_##suffix, float, "f", int, "r", mode ".f32.s32")                                             \
  WARPLENS_CONVERSION(__uint2float_##suffix, float, "f", unsigned, "r", mode ".f32.u32")                                       \
  WARPLENS_CONVERSION(__ll2float_##suffix, float, "f", long long, "l", mode ".f32.s64")                                        \
  WARPLENS_CONVERSION(__ull2float_##suffix, float, "f", unsigned long long, "l", mode ".f32.u64")                              \
  WARPLENS_CONVERSION(__ll2double_##suffix, double, "d", long long, "l", mode ".f64.s64")                                      \
  WARPLENS_CONVERSION(__ull2double_##suffix, double, "d", unsigned long long, "l", mode ".f64.u64")                            \
  WARPLENS_CONVERSION(__double2float_##suffix, float, "f", double, "d", mode ".f32.f64")
WARPLENS_CONVERSIONS(rn, "rn", "rni")
WARPLENS_CONVERSIONS(rz, "rz", "rzi")
WARPLENS_CONVERSIONS(ru, "rp", "rpi")
WARPLENS_CONVERSIONS(rd, "rm", "rmi")
#undef WARPLENS_CONVERSION
#undef WARPLENS_CONVERSIONS
WARPLENS_DEVICE double __int2double_rn(int x) { return x; }
WARPLENS_DEVICE double __uint2double_rn(unsigned x) { return x; }
