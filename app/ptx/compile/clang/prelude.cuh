#pragma once

// Definitions that clang needs before a CUDA C++ file if there is no CUDA toolkit: keywords, built-in variables and vector types,
// and the device functions of ordinary kernels (CUDA C++ Programming Guide, "C++ Language Extensions"; names and meanings are
// NVIDIA's, the definitions are ours). Functions have no line information of their own, so their instructions belong to the line
// that calls them. The host's runtime API is declared, so that a file with a main() compiles, but never called. Passed by
// -include; see compile.cpp and cmake/ptx.cmake. The folder include/ next to this file has the headers of the toolkit that a
// kernel may include by name.

// Macros that tell a source that a CUDA compiler compiles it. clang itself defines __CUDA__ and __CUDA_ARCH__. Not defined in a
// program's C++ files, which nvcc leaves to the host's compiler. libc++ must know it before any of its headers, in which
// __noinline__ means something else without it.
#ifndef WARPLENS_CXX_FILE
#define __CUDACC__ 1
#define __noinline__ __attribute__((noinline))
#endif

#include <stddef.h>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#ifdef __CUDA_ARCH__
#define __managed__ __attribute__((device))
#else  // in the program's own memory: the runtime finds them by their section (runtime.cuh)
#define __managed__ __attribute__((device, section("warplens_managed")))
#endif
#define __grid_constant__
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(bytes) __attribute__((aligned(bytes)))

// Our own macros, for functions of the prelude, and for members and templates of its classes.
#define WARPLENS_DEVICE static __inline__ __attribute__((device, always_inline, nodebug))
#define WARPLENS_BOTH static __inline__ __attribute__((host, device, always_inline, nodebug))
#define WARPLENS_HOST static __inline__ __attribute__((host, always_inline, nodebug))
#define WARPLENS_MEMBER __inline__ __attribute__((device, always_inline, nodebug))
#define WARPLENS_MEMBER_OF_HOST __inline__ __attribute__((host, always_inline, nodebug))
#define WARPLENS_MEMBER_OF_BOTH __inline__ __attribute__((host, device, always_inline, nodebug))

#include "language.cuh"

#include "warp.cuh"

#include "atomics.cuh"
#include "integers.cuh"
#include "mathematics.cuh"
#include "rounding.cuh"
#include "series.cuh"
#include "special.cuh"
#include "textures.cuh"

#include "bessel.cuh"

#include "overloads.cuh"

#include "library.cuh"
#include "runtime.cuh"
