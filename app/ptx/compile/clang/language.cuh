#pragma once

// Part of prelude.cuh: vector types and built-in variables.

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
WARPLENS_VECTORS(long, long, sizeof(long))
WARPLENS_VECTORS(ulong, unsigned long, sizeof(long))
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
constexpr int warpSize = 32;
