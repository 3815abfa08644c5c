#pragma once

// Part of prelude.cuh: bits, integers and conversions.

WARPLENS_DEVICE int __popc(unsigned x) { return __builtin_popcount(x); }
WARPLENS_DEVICE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
WARPLENS_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz((unsigned)x); }
WARPLENS_DEVICE int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
WARPLENS_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
WARPLENS_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
WARPLENS_DEVICE unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
WARPLENS_DEVICE unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
WARPLENS_DEVICE int __mul24(int x, int y) { return ((x << 8) >> 8) * ((y << 8) >> 8); }
WARPLENS_DEVICE unsigned __umul24(unsigned x, unsigned y) { return (x & 0xffffffu) * (y & 0xffffffu); }
WARPLENS_DEVICE int __hadd(int x, int y) { return (int)(((long long)x + y) >> 1); }
WARPLENS_DEVICE int __rhadd(int x, int y) { return (int)(((long long)x + y + 1) >> 1); }
WARPLENS_DEVICE unsigned __uhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y) >> 1); }
WARPLENS_DEVICE unsigned __urhadd(unsigned x, unsigned y) { return (unsigned)(((unsigned long long)x + y + 1) >> 1); }
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
WARPLENS_DEVICE unsigned __sad(int x, int y, unsigned z) {
  unsigned result;
  __asm__("sad.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(z));
  return result;
}
#undef WARPLENS_OF_THREE

// Loads and stores with hints to the caches; the hints change no value.
#define WARPLENS_CACHED(load, store)                                                                                           \
  template <typename T>                                                                                                        \
  WARPLENS_DEVICE T load(const T* address) {                                                                                   \
    return *address;                                                                                                           \
  }                                                                                                                            \
  template <typename T>                                                                                                        \
  WARPLENS_DEVICE void store(T* address, T value) {                                                                            \
    *address = value;                                                                                                          \
  }
WARPLENS_CACHED(__ldcg, __stcg)
WARPLENS_CACHED(__ldcs, __stcs)
WARPLENS_CACHED(__ldca, __stwb)
WARPLENS_CACHED(__ldlu, __stwt)
#undef WARPLENS_CACHED
template <typename T>
WARPLENS_DEVICE T __ldg(const T* address) {
  return *address;
}
#define WARPLENS_IS_IN(function, space)                                                                                        \
  WARPLENS_DEVICE unsigned function(const void* address) {                                                                     \
    unsigned is;                                                                                                               \
    __asm__("{ .reg .pred p;\n isspacep." space " p, %1;\n selp.u32 %0, 1, 0, p; }" : "=r"(is) : "l"(address));                \
    return is;                                                                                                                 \
  }
WARPLENS_IS_IN(__isShared, "shared")
WARPLENS_IS_IN(__isGlobal, "global")
WARPLENS_IS_IN(__isLocal, "local")
WARPLENS_IS_IN(__isConstant, "const")
#undef WARPLENS_IS_IN
/// Convert a generic pointer to an address in the memory space that it points to.
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
// Of one signed and one unsigned number: both are taken as unsigned.
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
WARPLENS_DEVICE long abs(long x) { return x < 0 ? -x : x; }
WARPLENS_DEVICE long long abs(long long x) { return x < 0 ? -x : x; }
WARPLENS_DEVICE long labs(long x) { return abs(x); }
WARPLENS_DEVICE long long llabs(long long x) { return abs(x); }

// --- conversions ---

WARPLENS_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
WARPLENS_DEVICE unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
WARPLENS_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
WARPLENS_DEVICE float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
WARPLENS_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
WARPLENS_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
WARPLENS_DEVICE int __double2hiint(double x) { return (int)(__builtin_bit_cast(long long, x) >> 32); }
WARPLENS_DEVICE int __double2loint(double x) { return (int)__builtin_bit_cast(long long, x); }
WARPLENS_DEVICE double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, (unsigned long long)(unsigned)high << 32 | (unsigned)low);
}
