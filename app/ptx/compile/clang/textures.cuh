#pragma once

// Part of prelude.cuh: fetches from texture objects, loads from and stores to surface objects (CUDA C++ Programming Guide,
// "Texture Functions", "Surface Functions"), by the instructions that nvcc chooses for them.

#include "texture_types.cuh"

/// How the four numbers of a fetch become a value: of one, two or four numbers, which are integers or not.
template <typename T>
struct __warplens_texel;
#define WARPLENS_TEXEL(type, number, floats, ...)        \
  template <>                                            \
  struct __warplens_texel<type> {                        \
    static constexpr bool floating = floats;             \
    template <typename N>                                \
    WARPLENS_MEMBER static type of(N x, N y, N z, N w) { \
      return __VA_ARGS__;                                \
    }                                                    \
  };
#define WARPLENS_TEXELS(name, number, floats)                     \
  WARPLENS_TEXEL(number, number, floats, (number)x)               \
  WARPLENS_TEXEL(name##1, number, floats, {(number)x})            \
  WARPLENS_TEXEL(name##2, number, floats, {(number)x, (number)y}) \
  WARPLENS_TEXEL(name##4, number, floats, {(number)x, (number)y, (number)z, (number)w})
WARPLENS_TEXEL(char, char, false, (char)x)
WARPLENS_TEXELS(char, signed char, false)
WARPLENS_TEXELS(uchar, unsigned char, false)
WARPLENS_TEXELS(short, short, false)
WARPLENS_TEXELS(ushort, unsigned short, false)
WARPLENS_TEXELS(int, int, false)
WARPLENS_TEXELS(uint, unsigned, false)
WARPLENS_TEXELS(float, float, true)
#undef WARPLENS_TEXELS
#undef WARPLENS_TEXEL

/// Number and kind of the channels of a texel.
template <typename T>
struct __warplens_channels;
#define WARPLENS_CHANNELS(type, channels, its_kind)                                \
  template <>                                                                      \
  struct __warplens_channels<type> {                                               \
    static constexpr int number = channels;                                        \
    static constexpr cudaChannelFormatKind kind = cudaChannelFormatKind##its_kind; \
  };
#define WARPLENS_CHANNELS_OF(name, number, kind) \
  WARPLENS_CHANNELS(number, 1, kind)             \
  WARPLENS_CHANNELS(name##1, 1, kind)            \
  WARPLENS_CHANNELS(name##2, 2, kind)            \
  WARPLENS_CHANNELS(name##4, 4, kind)
WARPLENS_CHANNELS(char, 1, Signed)
WARPLENS_CHANNELS_OF(char, signed char, Signed)
WARPLENS_CHANNELS_OF(uchar, unsigned char, Unsigned)
WARPLENS_CHANNELS_OF(short, short, Signed)
WARPLENS_CHANNELS_OF(ushort, unsigned short, Unsigned)
WARPLENS_CHANNELS_OF(int, int, Signed)
WARPLENS_CHANNELS_OF(uint, unsigned, Unsigned)
WARPLENS_CHANNELS_OF(float, float, Float)
#undef WARPLENS_CHANNELS_OF
#undef WARPLENS_CHANNELS

// `rest`: the operands from the object on, which is %4; the coordinates follow from %5 on.
#define WARPLENS_FETCH(instruction, coordinates, rest, ...)               \
  if constexpr (__warplens_texel<T>::floating) {                          \
    float a, b, c, d;                                                     \
    asm(instruction ".v4.f32." coordinates " {%0, %1, %2, %3}, " rest ";" \
        : "=f"(a), "=f"(b), "=f"(c), "=f"(d)                              \
        : "l"(texture), __VA_ARGS__);                                     \
    return __warplens_texel<T>::of(a, b, c, d);                           \
  } else {                                                                \
    unsigned a, b, c, d;                                                  \
    asm(instruction ".v4.u32." coordinates " {%0, %1, %2, %3}, " rest ";" \
        : "=r"(a), "=r"(b), "=r"(c), "=r"(d)                              \
        : "l"(texture), __VA_ARGS__);                                     \
    return __warplens_texel<T>::of(a, b, c, d);                           \
  }

template <typename T>
WARPLENS_DEVICE T tex1Dfetch(cudaTextureObject_t texture, int x) {
  WARPLENS_FETCH("tex.1d", "s32", "[%4, {%5}]", "r"(x))
}
template <typename T>
WARPLENS_DEVICE T tex1D(cudaTextureObject_t texture, float x) {
  WARPLENS_FETCH("tex.1d", "f32", "[%4, {%5}]", "f"(x))
}
template <typename T>
WARPLENS_DEVICE T tex1DLod(cudaTextureObject_t texture, float x, float level) {
  WARPLENS_FETCH("tex.level.1d", "f32", "[%4, {%5}], %6", "f"(x), "f"(level))
}
template <typename T>
WARPLENS_DEVICE T tex1DGrad(cudaTextureObject_t texture, float x, float dx, float dy) {
  WARPLENS_FETCH("tex.grad.1d", "f32", "[%4, {%5}], {%6}, {%7}", "f"(x), "f"(dx), "f"(dy))
}
template <typename T>
WARPLENS_DEVICE T tex2D(cudaTextureObject_t texture, float x, float y) {
  WARPLENS_FETCH("tex.2d", "f32", "[%4, {%5, %6}]", "f"(x), "f"(y))
}
template <typename T>
WARPLENS_DEVICE T tex2D(cudaTextureObject_t texture, float x, float y, bool* resident) {
  *resident = true;
  return tex2D<T>(texture, x, y);
}
template <typename T>
WARPLENS_DEVICE T tex2DLod(cudaTextureObject_t texture, float x, float y, float level) {
  WARPLENS_FETCH("tex.level.2d", "f32", "[%4, {%5, %6}], %7", "f"(x), "f"(y), "f"(level))
}
template <typename T>
WARPLENS_DEVICE T tex2DGrad(cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy) {
  WARPLENS_FETCH("tex.grad.2d", "f32", "[%4, {%5, %6}], {%7, %8}, {%9, %10}", "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x),
                 "f"(dy.y))
}
template <typename T>
WARPLENS_DEVICE T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  WARPLENS_FETCH("tex.3d", "f32", "[%4, {%5, %6, %7, %7}]", "f"(x), "f"(y), "f"(z))
}
template <typename T>
WARPLENS_DEVICE T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float level) {
  WARPLENS_FETCH("tex.level.3d", "f32", "[%4, {%5, %6, %7, %7}], %8", "f"(x), "f"(y), "f"(z), "f"(level))
}
template <typename T>
WARPLENS_DEVICE T tex1DLayered(cudaTextureObject_t texture, float x, int layer) {
  WARPLENS_FETCH("tex.a1d", "f32", "[%4, {%5, %6}]", "r"(layer), "f"(x))
}
template <typename T>
WARPLENS_DEVICE T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) {
  WARPLENS_FETCH("tex.a2d", "f32", "[%4, {%5, %6, %7, %7}]", "r"(layer), "f"(x), "f"(y))
}
template <typename T>
WARPLENS_DEVICE T tex2DLayeredLod(cudaTextureObject_t texture, float x, float y, int layer, float level) {
  WARPLENS_FETCH("tex.level.a2d", "f32", "[%4, {%5, %6, %7, %7}], %8", "r"(layer), "f"(x), "f"(y), "f"(level))
}
/// Component `component` of the four texels around a place.
template <typename T>
WARPLENS_DEVICE T tex2Dgather(cudaTextureObject_t texture, float x, float y, int component = 0) {
  if (component == 1) {
    WARPLENS_FETCH("tld4.g.2d", "f32", "[%4, {%5, %6}]", "f"(x), "f"(y))
  }
  if (component == 2) {
    WARPLENS_FETCH("tld4.b.2d", "f32", "[%4, {%5, %6}]", "f"(x), "f"(y))
  }
  if (component == 3) {
    WARPLENS_FETCH("tld4.a.2d", "f32", "[%4, {%5, %6}]", "f"(x), "f"(y))
  }
  WARPLENS_FETCH("tld4.r.2d", "f32", "[%4, {%5, %6}]", "f"(x), "f"(y))
}
#undef WARPLENS_FETCH

// The older form, with the result's place first.
#define WARPLENS_FETCH_TO(function, parameters, ...)                              \
  template <typename T>                                                           \
  WARPLENS_DEVICE void function(T* to, cudaTextureObject_t texture, parameters) { \
    *to = function<T>(texture, __VA_ARGS__);                                      \
  }
#define WARPLENS_LIST(...) __VA_ARGS__
WARPLENS_FETCH_TO(tex1Dfetch, int x, x)
WARPLENS_FETCH_TO(tex1D, float x, x)
WARPLENS_FETCH_TO(tex2D, WARPLENS_LIST(float x, float y), x, y)
WARPLENS_FETCH_TO(tex3D, WARPLENS_LIST(float x, float y, float z), x, y, z)
WARPLENS_FETCH_TO(tex1DLayered, WARPLENS_LIST(float x, int layer), x, layer)
WARPLENS_FETCH_TO(tex2DLayered, WARPLENS_LIST(float x, float y, int layer), x, y, layer)
#undef WARPLENS_FETCH_TO
#undef WARPLENS_LIST

// Surfaces move bytes: as many as the value has, in words of four where it has more. The first coordinate counts bytes. `place`:
// the coordinates by their names, which follow as operands; `mode`: what is done outside of the surface.
#define WARPLENS_LOAD(shape, mode, place, ...)                                                           \
  if constexpr (sizeof(T) == 1) {                                                                        \
    unsigned short a;                                                                                    \
    asm volatile("suld.b." shape ".b8." mode " {%[a]}, [%[surface], {" place "}];"                       \
                 : [a] "=h"(a)                                                                           \
                 : [surface] "l"(surface), __VA_ARGS__                                                   \
                 : "memory");                                                                            \
    return __builtin_bit_cast(T, (unsigned char)a);                                                      \
  } else if constexpr (sizeof(T) == 2) {                                                                 \
    unsigned short a;                                                                                    \
    asm volatile("suld.b." shape ".b16." mode " {%[a]}, [%[surface], {" place "}];"                      \
                 : [a] "=h"(a)                                                                           \
                 : [surface] "l"(surface), __VA_ARGS__                                                   \
                 : "memory");                                                                            \
    return __builtin_bit_cast(T, a);                                                                     \
  } else if constexpr (sizeof(T) == 4) {                                                                 \
    unsigned a;                                                                                          \
    asm volatile("suld.b." shape ".b32." mode " {%[a]}, [%[surface], {" place "}];"                      \
                 : [a] "=r"(a)                                                                           \
                 : [surface] "l"(surface), __VA_ARGS__                                                   \
                 : "memory");                                                                            \
    return __builtin_bit_cast(T, a);                                                                     \
  } else if constexpr (sizeof(T) == 8) {                                                                 \
    uint2 w;                                                                                             \
    asm volatile("suld.b." shape ".v2.b32." mode " {%[a], %[b]}, [%[surface], {" place "}];"             \
                 : [a] "=r"(w.x), [b] "=r"(w.y)                                                          \
                 : [surface] "l"(surface), __VA_ARGS__                                                   \
                 : "memory");                                                                            \
    return __builtin_bit_cast(T, w);                                                                     \
  } else {                                                                                               \
    static_assert(sizeof(T) == 16, "a surface has values of 1, 2, 4, 8 and 16 bytes");                   \
    uint4 w;                                                                                             \
    asm volatile("suld.b." shape ".v4.b32." mode " {%[a], %[b], %[c], %[d]}, [%[surface], {" place "}];" \
                 : [a] "=r"(w.x), [b] "=r"(w.y), [c] "=r"(w.z), [d] "=r"(w.w)                            \
                 : [surface] "l"(surface), __VA_ARGS__                                                   \
                 : "memory");                                                                            \
    return __builtin_bit_cast(T, w);                                                                     \
  }
#define WARPLENS_STORE(shape, mode, place, ...)                                                                        \
  if constexpr (sizeof(T) == 1) {                                                                                      \
    asm volatile("sust.b." shape ".b8." mode " [%[surface], {" place "}], {%[a]};" ::[surface] "l"(surface),           \
                 [a] "h"((unsigned short)__builtin_bit_cast(unsigned char, value)), __VA_ARGS__                        \
                 : "memory");                                                                                          \
  } else if constexpr (sizeof(T) == 2) {                                                                               \
    asm volatile("sust.b." shape ".b16." mode " [%[surface], {" place "}], {%[a]};" ::[surface] "l"(surface),          \
                 [a] "h"(__builtin_bit_cast(unsigned short, value)), __VA_ARGS__                                       \
                 : "memory");                                                                                          \
  } else if constexpr (sizeof(T) == 4) {                                                                               \
    asm volatile("sust.b." shape ".b32." mode " [%[surface], {" place "}], {%[a]};" ::[surface] "l"(surface),          \
                 [a] "r"(__builtin_bit_cast(unsigned, value)), __VA_ARGS__                                             \
                 : "memory");                                                                                          \
  } else if constexpr (sizeof(T) == 8) {                                                                               \
    const uint2 w = __builtin_bit_cast(uint2, value);                                                                  \
    asm volatile("sust.b." shape ".v2.b32." mode " [%[surface], {" place "}], {%[a], %[b]};" ::[surface] "l"(surface), \
                 [a] "r"(w.x), [b] "r"(w.y), __VA_ARGS__                                                               \
                 : "memory");                                                                                          \
  } else {                                                                                                             \
    static_assert(sizeof(T) == 16, "a surface has values of 1, 2, 4, 8 and 16 bytes");                                 \
    const uint4 w = __builtin_bit_cast(uint4, value);                                                                  \
    asm volatile("sust.b." shape ".v4.b32." mode " [%[surface], {" place                                               \
                 "}], {%[a], %[b], %[c], %[d]};" ::[surface] "l"(surface),                                             \
                 [a] "r"(w.x), [b] "r"(w.y), [c] "r"(w.z), [d] "r"(w.w), __VA_ARGS__                                   \
                 : "memory");                                                                                          \
  }
#define WARPLENS_BY_MODE(access, shape, place, ...) \
  if (mode == cudaBoundaryModeZero) {               \
    access(shape, "zero", place, __VA_ARGS__)       \
  } else if (mode == cudaBoundaryModeClamp) {       \
    access(shape, "clamp", place, __VA_ARGS__)      \
  } else {                                          \
    access(shape, "trap", place, __VA_ARGS__)       \
  }
/// surf…read as a value and to a pointer, and surf…write. `names`: the coordinates as the programs pass them.
#define WARPLENS_SURFACE(function, shape, parameters, names, place, ...)                      \
  template <typename T>                                                                       \
  WARPLENS_DEVICE T function##read(cudaSurfaceObject_t surface, parameters,                   \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {     \
    WARPLENS_BY_MODE(WARPLENS_LOAD, shape, place, __VA_ARGS__)                                \
  }                                                                                           \
  template <typename T>                                                                       \
  WARPLENS_DEVICE void function##read(T* to, cudaSurfaceObject_t surface, parameters,         \
                                      cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
    *to = function##read<T>(surface, names, mode);                                            \
  }                                                                                           \
  template <typename T>                                                                       \
  WARPLENS_DEVICE void function##write(T value, cudaSurfaceObject_t surface, parameters,      \
                                       cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    WARPLENS_BY_MODE(WARPLENS_STORE, shape, place, __VA_ARGS__)                               \
  }
#define WARPLENS_LIST(...) __VA_ARGS__
WARPLENS_SURFACE(surf1D, "1d", int x, x, "%[x]", [x] "r"(x))
WARPLENS_SURFACE(surf2D, "2d", WARPLENS_LIST(int x, int y), WARPLENS_LIST(x, y), "%[x], %[y]", [x] "r"(x), [y] "r"(y))
WARPLENS_SURFACE(surf3D, "3d", WARPLENS_LIST(int x, int y, int z), WARPLENS_LIST(x, y, z),
                 "%[x], %[y], %[z], %[z]", [x] "r"(x), [y] "r"(y), [z] "r"(z))
WARPLENS_SURFACE(surf1DLayered, "a1d", WARPLENS_LIST(int x, int layer), WARPLENS_LIST(x, layer),
                 "%[l], %[x]", [l] "r"(layer), [x] "r"(x))
WARPLENS_SURFACE(surf2DLayered, "a2d", WARPLENS_LIST(int x, int y, int layer), WARPLENS_LIST(x, y, layer),
                 "%[l], %[x], %[y], %[y]", [l] "r"(layer), [x] "r"(x), [y] "r"(y))
#undef WARPLENS_LIST
#undef WARPLENS_SURFACE
#undef WARPLENS_BY_MODE
#undef WARPLENS_STORE
#undef WARPLENS_LOAD
