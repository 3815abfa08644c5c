#pragma once

// What clang needs before a CUDA C++ file where there is no CUDA toolkit: the language's words, built-in variables and vector
// types, and the device functions of ordinary kernels (CUDA C++ Programming Guide, "C++ Language Extensions"; names and meanings
// are NVIDIA's, the definitions are ours). Functions have no line information of their own, so an instruction that comes from
// one of them belongs to the line that calls it. The host's runtime API is declared, so that a file with a main() compiles, and
// never called. Passed by -include; see compile.cpp and cmake/ptx.cmake.

#include <stddef.h>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(bytes) __attribute__((aligned(bytes)))

#define WARPLENS_DEVICE static __inline__ __attribute__((device, always_inline, nodebug))
#define WARPLENS_BOTH static __inline__ __attribute__((host, device, always_inline, nodebug))

// --- vector types ---

#define WARPLENS_VECTORS(name, type, bytes)                                                                                    \
  struct name##1 { type x; };                                                                                                  \
  struct __attribute__((aligned(2 * bytes))) name##2 { type x, y; };                                                           \
  struct name##3 { type x, y, z; };                                                                                            \
  struct __attribute__((aligned(4 * bytes > 16 ? 16 : 4 * bytes))) name##4 { type x, y, z, w; };                               \
  WARPLENS_BOTH name##1 make_##name##1(type x) { return {x}; }                                                                 \
  WARPLENS_BOTH name##2 make_##name##2(type x, type y) { return {x, y}; }                                                      \
  WARPLENS_BOTH name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }                                           \
  WARPLENS_BOTH name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
WARPLENS_VECTORS(char, signed char, 1)
WARPLENS_VECTORS(uchar, unsigned char, 1)
WARPLENS_VECTORS(short, short, 2)
WARPLENS_VECTORS(ushort, unsigned short, 2)
WARPLENS_VECTORS(int, int, 4)
WARPLENS_VECTORS(uint, unsigned, 4)
WARPLENS_VECTORS(long, long, 8)
WARPLENS_VECTORS(ulong, unsigned long, 8)
WARPLENS_VECTORS(longlong, long long, 8)
WARPLENS_VECTORS(ulonglong, unsigned long long, 8)
WARPLENS_VECTORS(float, float, 4)
WARPLENS_VECTORS(double, double, 8)
#undef WARPLENS_VECTORS

struct dim3 {
  unsigned x, y, z;
  __attribute__((host, device)) constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  __attribute__((host, device)) constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __attribute__((host, device)) operator uint3() const { return {x, y, z}; }
};

// --- built-in variables ---

#define WARPLENS_BUILTIN_VARIABLE(variable, special)                                                                           \
  struct __##variable##_type {                                                                                                 \
    __declspec(property(get = __x)) unsigned x;                                                                                \
    __declspec(property(get = __y)) unsigned y;                                                                                \
    __declspec(property(get = __z)) unsigned z;                                                                                \
    WARPLENS_DEVICE unsigned __x() { return __nvvm_read_ptx_sreg_##special##_x(); }                                            \
    WARPLENS_DEVICE unsigned __y() { return __nvvm_read_ptx_sreg_##special##_y(); }                                            \
    WARPLENS_DEVICE unsigned __z() { return __nvvm_read_ptx_sreg_##special##_z(); }                                            \
    __attribute__((device, always_inline, nodebug)) operator dim3() const { return dim3(__x(), __y(), __z()); }                \
    __attribute__((device, always_inline, nodebug)) operator uint3() const { return {__x(), __y(), __z()}; }                   \
  };                                                                                                                           \
  extern const __attribute__((device, weak)) __##variable##_type variable;
WARPLENS_BUILTIN_VARIABLE(threadIdx, tid)
WARPLENS_BUILTIN_VARIABLE(blockIdx, ctaid)
WARPLENS_BUILTIN_VARIABLE(blockDim, ntid)
WARPLENS_BUILTIN_VARIABLE(gridDim, nctaid)
#undef WARPLENS_BUILTIN_VARIABLE
extern const __attribute__((device, weak)) int warpSize = 32;

// --- barriers, fences, warps. Each tells the compiler that memory may have changed: clang before 15 takes it for granted that a
// barrier leaves __shared__ variables alone, and moves their loads across it. ---

#define WARPLENS_ORDERED(instruction) __asm__ volatile(instruction ::: "memory")
WARPLENS_DEVICE void __warplens_syncthreads() { WARPLENS_ORDERED("bar.sync 0;"); }
#define __syncthreads() __warplens_syncthreads()
WARPLENS_DEVICE void __threadfence_block() { WARPLENS_ORDERED("membar.cta;"); }
WARPLENS_DEVICE void __threadfence() { WARPLENS_ORDERED("membar.gl;"); }
WARPLENS_DEVICE void __threadfence_system() { WARPLENS_ORDERED("membar.sys;"); }
WARPLENS_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) {
  __asm__ volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}

#define WARPLENS_COUNTED_BARRIER(function, builtin)                                                                            \
  WARPLENS_DEVICE int function(int predicate) {                                                                                \
    WARPLENS_ORDERED("");                                                                                                      \
    const int result = builtin(predicate);                                                                                     \
    WARPLENS_ORDERED("");                                                                                                      \
    return result;                                                                                                             \
  }
WARPLENS_COUNTED_BARRIER(__syncthreads_count, __nvvm_bar0_popc)
WARPLENS_COUNTED_BARRIER(__syncthreads_and, __nvvm_bar0_and)
WARPLENS_COUNTED_BARRIER(__syncthreads_or, __nvvm_bar0_or)
#undef WARPLENS_COUNTED_BARRIER
#undef WARPLENS_ORDERED

WARPLENS_DEVICE unsigned __activemask() {
  unsigned mask;
  __asm__ volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}
WARPLENS_DEVICE int __all_sync(unsigned mask, int predicate) { return __nvvm_vote_all_sync(mask, predicate); }
WARPLENS_DEVICE int __any_sync(unsigned mask, int predicate) { return __nvvm_vote_any_sync(mask, predicate); }
WARPLENS_DEVICE int __uni_sync(unsigned mask, int predicate) { return __nvvm_vote_uni_sync(mask, predicate); }
WARPLENS_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) { return __nvvm_vote_ballot_sync(mask, predicate); }

// shfl's fourth operand: the segment of `width` lanes in bits 8 to 12, the last lane that may be read below (PTX ISA, "shfl").
#define WARPLENS_SHUFFLE(function, mode, lane_type, last)                                                                      \
  WARPLENS_DEVICE int function(unsigned mask, int value, lane_type lane, int width = 32) {                                     \
    return __nvvm_shfl_sync_##mode##_i32(mask, value, lane, ((32 - width) << 8) | last);                                       \
  }                                                                                                                            \
  WARPLENS_DEVICE unsigned function(unsigned mask, unsigned value, lane_type lane, int width = 32) {                           \
    return function(mask, static_cast<int>(value), lane, width);                                                               \
  }                                                                                                                            \
  WARPLENS_DEVICE float function(unsigned mask, float value, lane_type lane, int width = 32) {                                 \
    return __builtin_bit_cast(float, function(mask, __builtin_bit_cast(int, value), lane, width));                             \
  }                                                                                                                            \
  WARPLENS_DEVICE long long function(unsigned mask, long long value, lane_type lane, int width = 32) {                         \
    const int2 half = __builtin_bit_cast(int2, value);                                                                         \
    return __builtin_bit_cast(long long, int2{function(mask, half.x, lane, width), function(mask, half.y, lane, width)});      \
  }                                                                                                                            \
  WARPLENS_DEVICE unsigned long long function(unsigned mask, unsigned long long value, lane_type lane, int width = 32) {       \
    return function(mask, static_cast<long long>(value), lane, width);                                                         \
  }                                                                                                                            \
  WARPLENS_DEVICE double function(unsigned mask, double value, lane_type lane, int width = 32) {                               \
    return __builtin_bit_cast(double, function(mask, __builtin_bit_cast(long long, value), lane, width));                      \
  }
WARPLENS_SHUFFLE(__shfl_sync, idx, int, 31)
WARPLENS_SHUFFLE(__shfl_up_sync, up, unsigned, 0)
WARPLENS_SHUFFLE(__shfl_down_sync, down, unsigned, 31)
WARPLENS_SHUFFLE(__shfl_xor_sync, bfly, int, 31)
#undef WARPLENS_SHUFFLE

// match and redux (sm_70, sm_80): lanes with the same value; one result for all lanes of the mask.
#define WARPLENS_MATCH(type, bits, constraint)                                                                                 \
  WARPLENS_DEVICE unsigned __match_any_sync(unsigned mask, type value) {                                                       \
    unsigned lanes;                                                                                                            \
    __asm__ volatile("match.any.sync.b" bits " %0, %1, %2;" : "=r"(lanes) : constraint(value), "r"(mask));                     \
    return lanes;                                                                                                              \
  }
WARPLENS_MATCH(int, "32", "r")
WARPLENS_MATCH(unsigned, "32", "r")
WARPLENS_MATCH(long long, "64", "l")
WARPLENS_MATCH(unsigned long long, "64", "l")
#undef WARPLENS_MATCH
#define WARPLENS_REDUX(function, operation, type)                                                                              \
  WARPLENS_DEVICE type function(unsigned mask, type value) {                                                                   \
    type result;                                                                                                               \
    __asm__ volatile("redux.sync." operation " %0, %1, %2;" : "=r"(result) : "r"(value), "r"(mask));                           \
    return result;                                                                                                             \
  }
WARPLENS_REDUX(__reduce_add_sync, "add.s32", int)
WARPLENS_REDUX(__reduce_add_sync, "add.u32", unsigned)
WARPLENS_REDUX(__reduce_min_sync, "min.s32", int)
WARPLENS_REDUX(__reduce_min_sync, "min.u32", unsigned)
WARPLENS_REDUX(__reduce_max_sync, "max.s32", int)
WARPLENS_REDUX(__reduce_max_sync, "max.u32", unsigned)
WARPLENS_REDUX(__reduce_and_sync, "and.b32", unsigned)
WARPLENS_REDUX(__reduce_or_sync, "or.b32", unsigned)
WARPLENS_REDUX(__reduce_xor_sync, "xor.b32", unsigned)
#undef WARPLENS_REDUX
WARPLENS_DEVICE void __nanosleep(unsigned nanoseconds) { __asm__ volatile("nanosleep.u32 %0;" ::"r"(nanoseconds)); }

// --- atomics ---

#define WARPLENS_ATOMIC(function, type, builtin, builtin_type)                                                                 \
  WARPLENS_DEVICE type function(type* address, type value) { return (type)builtin((builtin_type*)address, (builtin_type)value); }
WARPLENS_ATOMIC(atomicAdd, int, __nvvm_atom_add_gen_i, int)
WARPLENS_ATOMIC(atomicAdd, unsigned, __nvvm_atom_add_gen_i, int)
WARPLENS_ATOMIC(atomicAdd, unsigned long long, __nvvm_atom_add_gen_ll, long long)
WARPLENS_ATOMIC(atomicAdd, float, __nvvm_atom_add_gen_f, float)
WARPLENS_ATOMIC(atomicAdd, double, __nvvm_atom_add_gen_d, double)
WARPLENS_ATOMIC(atomicExch, int, __nvvm_atom_xchg_gen_i, int)
WARPLENS_ATOMIC(atomicExch, unsigned, __nvvm_atom_xchg_gen_i, int)
WARPLENS_ATOMIC(atomicExch, unsigned long long, __nvvm_atom_xchg_gen_ll, long long)
WARPLENS_ATOMIC(atomicMin, int, __nvvm_atom_min_gen_i, int)
WARPLENS_ATOMIC(atomicMin, unsigned, __nvvm_atom_min_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicMin, long long, __nvvm_atom_min_gen_ll, long long)
WARPLENS_ATOMIC(atomicMin, unsigned long long, __nvvm_atom_min_gen_ull, unsigned long long)
WARPLENS_ATOMIC(atomicMax, int, __nvvm_atom_max_gen_i, int)
WARPLENS_ATOMIC(atomicMax, unsigned, __nvvm_atom_max_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicMax, long long, __nvvm_atom_max_gen_ll, long long)
WARPLENS_ATOMIC(atomicMax, unsigned long long, __nvvm_atom_max_gen_ull, unsigned long long)
WARPLENS_ATOMIC(atomicAnd, int, __nvvm_atom_and_gen_i, int)
WARPLENS_ATOMIC(atomicAnd, unsigned, __nvvm_atom_and_gen_i, int)
WARPLENS_ATOMIC(atomicAnd, unsigned long long, __nvvm_atom_and_gen_ll, long long)
WARPLENS_ATOMIC(atomicOr, int, __nvvm_atom_or_gen_i, int)
WARPLENS_ATOMIC(atomicOr, unsigned, __nvvm_atom_or_gen_i, int)
WARPLENS_ATOMIC(atomicOr, unsigned long long, __nvvm_atom_or_gen_ll, long long)
WARPLENS_ATOMIC(atomicXor, int, __nvvm_atom_xor_gen_i, int)
WARPLENS_ATOMIC(atomicXor, unsigned, __nvvm_atom_xor_gen_i, int)
WARPLENS_ATOMIC(atomicXor, unsigned long long, __nvvm_atom_xor_gen_ll, long long)
WARPLENS_ATOMIC(atomicInc, unsigned, __nvvm_atom_inc_gen_ui, unsigned)
WARPLENS_ATOMIC(atomicDec, unsigned, __nvvm_atom_dec_gen_ui, unsigned)
#undef WARPLENS_ATOMIC
WARPLENS_DEVICE int atomicSub(int* address, int value) { return atomicAdd(address, (int)(0u - (unsigned)value)); }
WARPLENS_DEVICE unsigned atomicSub(unsigned* address, unsigned value) { return atomicAdd(address, 0u - value); }
WARPLENS_DEVICE float atomicExch(float* address, float value) {
  return __builtin_bit_cast(float, atomicExch((int*)address, __builtin_bit_cast(int, value)));
}
WARPLENS_DEVICE int atomicCAS(int* address, int compare, int value) { return __nvvm_atom_cas_gen_i(address, compare, value); }
WARPLENS_DEVICE unsigned atomicCAS(unsigned* address, unsigned compare, unsigned value) {
  return (unsigned)__nvvm_atom_cas_gen_i((int*)address, (int)compare, (int)value);
}
WARPLENS_DEVICE unsigned long long atomicCAS(unsigned long long* address, unsigned long long compare, unsigned long long value) {
  return (unsigned long long)__nvvm_atom_cas_gen_ll((long long*)address, (long long)compare, (long long)value);
}

// --- bits and integers ---

WARPLENS_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
WARPLENS_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
WARPLENS_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
WARPLENS_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
WARPLENS_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
WARPLENS_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
WARPLENS_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
WARPLENS_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
WARPLENS_DEVICE int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
WARPLENS_DEVICE int __mulhi(int x, int y) { return (int)(((long long)x * y) >> 32); }
WARPLENS_DEVICE unsigned __umulhi(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x * y) >> 32); }
WARPLENS_DEVICE long long __mul64hi(long long x, long long y) { return (long long)(((__int128)x * y) >> 64); }
WARPLENS_DEVICE unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return (unsigned long long)(((unsigned __int128)x * y) >> 64);
}
#define WARPLENS_OF_THREE(function, instruction, type, third)                                                                  \
  WARPLENS_DEVICE type function(type a, type b, third c) {                                                                     \
    type result;                                                                                                               \
    __asm__(instruction " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c));                                           \
    return result;                                                                                                             \
  }
WARPLENS_OF_THREE(__dp4a, "dp4a.s32.s32", int, int)
WARPLENS_OF_THREE(__dp4a, "dp4a.u32.u32", unsigned, unsigned)
WARPLENS_OF_THREE(__byte_perm, "prmt.b32", unsigned, unsigned)
WARPLENS_OF_THREE(__funnelshift_l, "shf.l.wrap.b32", unsigned, unsigned)
WARPLENS_OF_THREE(__funnelshift_lc, "shf.l.clamp.b32", unsigned, unsigned)
WARPLENS_OF_THREE(__funnelshift_r, "shf.r.wrap.b32", unsigned, unsigned)
WARPLENS_OF_THREE(__funnelshift_rc, "shf.r.clamp.b32", unsigned, unsigned)
WARPLENS_OF_THREE(__usad, "sad.u32", unsigned, unsigned)
#undef WARPLENS_OF_THREE
template <typename T>
WARPLENS_DEVICE T __ldg(const T* address) {
  return *address;
}
/// The address in its own space of what a generic pointer leads to.
WARPLENS_DEVICE size_t __cvta_generic_to_shared(const void* pointer) {
  return (size_t)(const void __attribute__((address_space(3)))*)pointer;
}
WARPLENS_DEVICE size_t __cvta_generic_to_global(const void* pointer) {
  return (size_t)(const void __attribute__((address_space(1)))*)pointer;
}
WARPLENS_DEVICE long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
WARPLENS_DEVICE int clock() { return __nvvm_read_ptx_sreg_clock(); }

#define WARPLENS_EXTREMA(type)                                                                                                 \
  WARPLENS_BOTH type min(type a, type b) { return b < a ? b : a; }                                                           \
  WARPLENS_BOTH type max(type a, type b) { return a < b ? b : a; }
WARPLENS_EXTREMA(int)
WARPLENS_EXTREMA(unsigned)
WARPLENS_EXTREMA(long)
WARPLENS_EXTREMA(unsigned long)
WARPLENS_EXTREMA(long long)
WARPLENS_EXTREMA(unsigned long long)
#undef WARPLENS_EXTREMA
// Of one signed and one unsigned number: both as unsigned.
#define WARPLENS_MIXED_EXTREMA(function, type)                                                                                 \
  WARPLENS_BOTH unsigned type function(unsigned type a, type b) { return function(a, (unsigned type)b); }                      \
  WARPLENS_BOTH unsigned type function(type a, unsigned type b) { return function((unsigned type)a, b); }
WARPLENS_MIXED_EXTREMA(min, int)
WARPLENS_MIXED_EXTREMA(max, int)
WARPLENS_MIXED_EXTREMA(min, long)
WARPLENS_MIXED_EXTREMA(max, long)
WARPLENS_MIXED_EXTREMA(min, long long)
WARPLENS_MIXED_EXTREMA(max, long long)
#undef WARPLENS_MIXED_EXTREMA
WARPLENS_DEVICE int abs(int x) { return x < 0 ? -x : x; }
WARPLENS_DEVICE long long llabs(long long x) { return x < 0 ? -x : x; }

// --- conversions ---

WARPLENS_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
WARPLENS_DEVICE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
WARPLENS_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
WARPLENS_DEVICE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
WARPLENS_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
WARPLENS_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
WARPLENS_DEVICE int __float2int_rn(float x) { return __nvvm_f2i_rn(x); }
WARPLENS_DEVICE int __float2int_rz(float x) { return __nvvm_f2i_rz(x); }
WARPLENS_DEVICE int __float2int_rd(float x) { return __nvvm_f2i_rm(x); }
WARPLENS_DEVICE int __float2int_ru(float x) { return __nvvm_f2i_rp(x); }
WARPLENS_DEVICE unsigned __float2uint_rn(float x) { return __nvvm_f2ui_rn(x); }
WARPLENS_DEVICE unsigned __float2uint_rz(float x) { return __nvvm_f2ui_rz(x); }
WARPLENS_DEVICE unsigned __float2uint_rd(float x) { return __nvvm_f2ui_rm(x); }
WARPLENS_DEVICE unsigned __float2uint_ru(float x) { return __nvvm_f2ui_rp(x); }
WARPLENS_DEVICE float __int2float_rn(int x) { return __nvvm_i2f_rn(x); }
WARPLENS_DEVICE float __uint2float_rn(unsigned x) { return __nvvm_ui2f_rn(x); }
WARPLENS_DEVICE float __double2float_rn(double x) { return __nvvm_d2f_rn(x); }
WARPLENS_DEVICE int __double2int_rz(double x) { return __nvvm_d2i_rz(x); }

// --- mathematics: one instruction each ---

WARPLENS_DEVICE float fabsf(float x) { return __nvvm_fabs_f(x); }
WARPLENS_DEVICE double fabs(double x) { return __nvvm_fabs_d(x); }
WARPLENS_DEVICE float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
WARPLENS_DEVICE double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
WARPLENS_DEVICE float rsqrtf(float x) { return __nvvm_rsqrt_approx_f(x); }
WARPLENS_DEVICE double rsqrt(double x) { return 1.0 / __nvvm_sqrt_rn_d(x); }
WARPLENS_DEVICE float floorf(float x) { return __nvvm_floor_f(x); }
WARPLENS_DEVICE double floor(double x) { return __nvvm_floor_d(x); }
WARPLENS_DEVICE float ceilf(float x) { return __nvvm_ceil_f(x); }
WARPLENS_DEVICE double ceil(double x) { return __nvvm_ceil_d(x); }
WARPLENS_DEVICE float truncf(float x) { return __nvvm_trunc_f(x); }
WARPLENS_DEVICE double trunc(double x) { return __nvvm_trunc_d(x); }
WARPLENS_DEVICE float rintf(float x) {
  float result;
  __asm__("cvt.rni.f32.f32 %0, %1;" : "=f"(result) : "f"(x));
  return result;
}
WARPLENS_DEVICE double rint(double x) {
  double result;
  __asm__("cvt.rni.f64.f64 %0, %1;" : "=d"(result) : "d"(x));
  return result;
}
/// Halfway cases away from zero.
WARPLENS_DEVICE double round(double x) {
  const double whole = trunc(x);
  return fabs(x - whole) < 0.5 ? whole : whole + __builtin_copysign(1.0, x);
}
WARPLENS_DEVICE float roundf(float x) { return (float)round((double)x); }
WARPLENS_DEVICE float fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
WARPLENS_DEVICE double fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
WARPLENS_DEVICE float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
WARPLENS_DEVICE double fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
WARPLENS_DEVICE float min(float a, float b) { return __nvvm_fmin_f(a, b); }
WARPLENS_DEVICE double min(double a, double b) { return __nvvm_fmin_d(a, b); }
WARPLENS_DEVICE float max(float a, float b) { return __nvvm_fmax_f(a, b); }
WARPLENS_DEVICE double max(double a, double b) { return __nvvm_fmax_d(a, b); }
WARPLENS_DEVICE float fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
WARPLENS_DEVICE double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
WARPLENS_DEVICE float __fmaf_rn(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
WARPLENS_DEVICE float __fadd_rn(float a, float b) { return __nvvm_add_rn_f(a, b); }
WARPLENS_DEVICE float __fmul_rn(float a, float b) { return __nvvm_mul_rn_f(a, b); }
WARPLENS_DEVICE double __dadd_rn(double a, double b) { return __nvvm_add_rn_d(a, b); }
WARPLENS_DEVICE double __dmul_rn(double a, double b) { return __nvvm_mul_rn_d(a, b); }
WARPLENS_DEVICE float __fdiv_rn(float a, float b) { return __nvvm_div_rn_f(a, b); }
WARPLENS_DEVICE float __fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
WARPLENS_DEVICE float __frcp_rn(float x) { return __nvvm_rcp_rn_f(x); }
WARPLENS_DEVICE float __saturatef(float x) { return __nvvm_saturate_f(x); }
WARPLENS_DEVICE float __sinf(float x) { return __nvvm_sin_approx_f(x); }
WARPLENS_DEVICE float __cosf(float x) { return __nvvm_cos_approx_f(x); }
WARPLENS_DEVICE float exp2f(float x) { return __nvvm_ex2_approx_f(x); }
WARPLENS_DEVICE float __log2f(float x) { return __nvvm_lg2_approx_f(x); }
WARPLENS_DEVICE float __expf(float x) { return __nvvm_ex2_approx_f(x * 1.4426950408889634f); }
WARPLENS_DEVICE float __logf(float x) { return __nvvm_lg2_approx_f(x) * 0.6931471805599453f; }
WARPLENS_DEVICE float __powf(float x, float y) { return __nvvm_ex2_approx_f(y * __nvvm_lg2_approx_f(x)); }
WARPLENS_DEVICE bool isnan(float x) { return x != x; }
WARPLENS_DEVICE bool isnan(double x) { return x != x; }
WARPLENS_DEVICE bool isinf(float x) { return fabsf(x) == __builtin_inff(); }
WARPLENS_DEVICE bool isinf(double x) { return fabs(x) == __builtin_inf(); }

#include "clang_prelude_mathematics.cuh"

// --- functions of the C library that device code may call: calls that the PTX keeps, but a failed assertion, which is a trap ---

extern "C" {
__attribute__((device)) int printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
__attribute__((device)) int vprintf(const char* format, const char* arguments);
__attribute__((device)) void* malloc(size_t bytes) __attribute__((nothrow));
__attribute__((device)) void free(void* memory) __attribute__((nothrow));
WARPLENS_DEVICE void __assert_fail(const char*, const char*, unsigned, const char*) { __builtin_trap(); }
}

// --- the host's runtime API, declared only: its calls in a file's host code compile and are never run ---

typedef enum cudaError { cudaSuccess = 0 } cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault
};
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
/// The members that programs print or compute with.
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, totalConstMem;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], major, minor, multiProcessorCount;
  int maxThreadsPerMultiProcessor, l2CacheSize;
};
extern "C" {
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void* stream = nullptr);
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream);
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemset(void* to, int value, size_t bytes);
cudaError_t cudaFree(void* memory);
cudaError_t cudaFreeHost(void* memory);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorString(cudaError_t error);
const char* cudaGetErrorName(cudaError_t error);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end);
cudaError_t cudaEventDestroy(cudaEvent_t event);
}
template <typename T>
cudaError_t cudaMalloc(T** memory, size_t bytes);
template <typename T>
cudaError_t cudaMallocManaged(T** memory, size_t bytes, unsigned flags = 1);
template <typename T>
cudaError_t cudaMallocHost(T** memory, size_t bytes);
template <typename T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice);
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost);

#undef WARPLENS_DEVICE
#undef WARPLENS_BOTH
