#pragma once

// Part of prelude.cuh: barriers, fences and warp-wide functions.

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

// shfl's fourth operand: segment of `width` lanes in bits 8 to 12, last readable lane in the lower bits (PTX ISA,
// "shfl").
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
  WARPLENS_DEVICE long function(unsigned mask, long value, lane_type lane, int width = 32) {                                   \
    return (long)function(mask, (long long)value, lane, width);                                                                \
  }                                                                                                                            \
  WARPLENS_DEVICE unsigned long function(unsigned mask, unsigned long value, lane_type lane, int width = 32) {                 \
    return (unsigned long)function(mask, (long long)value, lane, width);                                                       \
  }                                                                                                                            \
  WARPLENS_DEVICE double function(unsigned mask, double value, lane_type lane, int width = 32) {                               \
    return __builtin_bit_cast(double, function(mask, __builtin_bit_cast(long long, value), lane, width));                      \
  }
WARPLENS_SHUFFLE(__shfl_sync, idx, int, 31)
WARPLENS_SHUFFLE(__shfl_up_sync, up, unsigned, 0)
WARPLENS_SHUFFLE(__shfl_down_sync, down, unsigned, 31)
WARPLENS_SHUFFLE(__shfl_xor_sync, bfly, int, 31)
#undef WARPLENS_SHUFFLE

// match (sm_70): find the lanes with the same value; redux (sm_80): one result for all lanes of the mask.
#define WARPLENS_MATCH(type, bits, constraint)                                                                                 \
  WARPLENS_DEVICE unsigned __match_any_sync(unsigned mask, type value) {                                                       \
    unsigned lanes;                                                                                                            \
    __asm__ volatile("match.any.sync.b" bits " %0, %1, %2;" : "=r"(lanes) : constraint(value), "r"(mask));                     \
    return lanes;                                                                                                              \
  }                                                                                                                            \
  WARPLENS_DEVICE unsigned __match_all_sync(unsigned mask, type value, int* all) {                                             \
    const unsigned lanes = __match_any_sync(mask, value);                                                                      \
    *all = __all_sync(mask, lanes == mask);                                                                                    \
    return *all ? mask : 0;                                                                                                    \
  }
WARPLENS_MATCH(int, "32", "r")
WARPLENS_MATCH(unsigned, "32", "r")
WARPLENS_MATCH(long long, "64", "l")
WARPLENS_MATCH(unsigned long long, "64", "l")
WARPLENS_MATCH(long, "64", "l")
WARPLENS_MATCH(unsigned long, "64", "l")
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
