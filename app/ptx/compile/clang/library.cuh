#pragma once

// Part of prelude.cuh: functions of the C and C++ libraries that device code may call, and the host headers that nvcc includes by
// itself, so that files relying on them compile here, too. A function that is only declared stays a call in the PTX; the machine
// or the driver provides it (CUDA C++ Programming Guide, "Formatted Output", "Assertion", "Dynamic Global Memory Allocation and
// Operations").

// Ends the launch with an error; stops in a debugger.
WARPLENS_DEVICE void __trap() { __asm__ volatile("trap;"); }
WARPLENS_DEVICE void __brkpt() { __asm__ volatile("brkpt;"); }

extern "C" {
__attribute__((device)) int printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
__attribute__((device)) int vprintf(const char* format, const char* arguments);
__attribute__((device)) void* malloc(size_t bytes) __attribute__((nothrow));
__attribute__((device)) void free(void* memory) __attribute__((nothrow));
__attribute__((device, noreturn)) void __assertfail(const void* condition, const void* file, unsigned line, const void* function,
                                                    size_t bytes_of_a_character) __attribute__((nothrow));
/// Called by the C library's assert, with the condition's text.
WARPLENS_DEVICE void __assert_fail(const char* condition, const char* file, unsigned line, const char* function) {
  __assertfail(condition, file, line, function, sizeof(char));
}
/// The entry for a pure virtual function in a class's table. Inline, so that only modules with such a table have it.
__inline__ __attribute__((device, nodebug)) void __cxa_pure_virtual() { __trap(); }
}

// clang knows these functions, and expands them, byte by byte or word by word, if the size is known.
WARPLENS_DEVICE void* memcpy(void* to, const void* from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
WARPLENS_DEVICE void* memmove(void* to, const void* from, size_t bytes) { return __builtin_memmove(to, from, bytes); }
WARPLENS_DEVICE void* memset(void* to, int value, size_t bytes) { return __builtin_memset(to, value, bytes); }

// clang's own <new> implements new and delete by malloc and free.
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <new>
#include <utility>

// Functions that CUDA has for the host, too, but the C library lacks (CUDA Math API): code for both sides uses them.
WARPLENS_HOST float max(float a, float b) { return fmaxf(a, b); }
WARPLENS_HOST double max(double a, double b) { return fmax(a, b); }
WARPLENS_HOST double max(float a, double b) { return fmax((double)a, b); }
WARPLENS_HOST double max(double a, float b) { return fmax(a, (double)b); }
WARPLENS_HOST float min(float a, float b) { return fminf(a, b); }
WARPLENS_HOST double min(double a, double b) { return fmin(a, b); }
WARPLENS_HOST double min(float a, double b) { return fmin((double)a, b); }
WARPLENS_HOST double min(double a, float b) { return fmin(a, (double)b); }
WARPLENS_HOST double rsqrt(double x) { return 1 / sqrt(x); }
WARPLENS_HOST float rsqrtf(float x) { return (float)rsqrt((double)x); }
WARPLENS_HOST double rcbrt(double x) { return 1 / cbrt(x); }
WARPLENS_HOST float rcbrtf(float x) { return (float)rcbrt((double)x); }
WARPLENS_HOST double sinpi(double x) { return sin(M_PI * fmod(x, 2)); }
WARPLENS_HOST float sinpif(float x) { return (float)sinpi((double)x); }
WARPLENS_HOST double cospi(double x) { return cos(M_PI * fmod(x, 2)); }
WARPLENS_HOST float cospif(float x) { return (float)cospi((double)x); }
