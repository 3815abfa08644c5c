#pragma once

// Atomic operations with an order and a scope, on words of 32 and 64 bits, for cuda/atomic. Orders map to PTX as in "A Formal
// Analysis of the NVIDIA PTX Memory Consistency Model" (Lustig, Sahasrabuddhe, Giroux 2019), table 3: sequential consistency is a
// fence.sc before the operation.

namespace cuda {

enum thread_scope { thread_scope_system = 0, thread_scope_device = 1, thread_scope_block = 2, thread_scope_thread = 10 };

namespace std {
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
}  // namespace std
using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

// Expands to a statement for the scope of the surrounding template.
#define WARPLENS_BY_SCOPE(statement)                   \
  if constexpr (scope == thread_scope_system) {        \
    statement("sys");                                  \
  } else if constexpr (scope == thread_scope_device) { \
    statement("gpu");                                  \
  } else {                                             \
    statement("cta");                                  \
  }

/// Fence: orders this thread's accesses before it and after it, as seen by all threads of the scope.
template <thread_scope scope>
WARPLENS_DEVICE void __warplens_fence(memory_order order) {
  if (order == memory_order_relaxed) return;
  if (order == memory_order_seq_cst) {
#define WARPLENS_FENCE(name) __asm__ volatile("fence.sc." name ";" ::: "memory")
    WARPLENS_BY_SCOPE(WARPLENS_FENCE)
#undef WARPLENS_FENCE
  } else {
#define WARPLENS_FENCE(name) __asm__ volatile("fence.acq_rel." name ";" ::: "memory")
    WARPLENS_BY_SCOPE(WARPLENS_FENCE)
#undef WARPLENS_FENCE
  }
}

#define WARPLENS_LOAD_AND_STORE(type, bits, constraint)                                  \
  template <thread_scope scope>                                                          \
  WARPLENS_DEVICE type __warplens_load(const type* address, memory_order order) {        \
    type value;                                                                          \
    if (order == memory_order_seq_cst) __warplens_fence<scope>(order);                   \
    if (order == memory_order_relaxed) {                                                 \
      WARPLENS_BY_SCOPE(WARPLENS_LOAD_RELAXED_##bits)                                    \
    } else {                                                                             \
      WARPLENS_BY_SCOPE(WARPLENS_LOAD_ACQUIRE_##bits)                                    \
    }                                                                                    \
    return value;                                                                        \
  }                                                                                      \
  template <thread_scope scope>                                                          \
  WARPLENS_DEVICE void __warplens_store(type* address, type value, memory_order order) { \
    if (order == memory_order_seq_cst) __warplens_fence<scope>(order);                   \
    if (order == memory_order_release) {                                                 \
      WARPLENS_BY_SCOPE(WARPLENS_STORE_RELEASE_##bits)                                   \
    } else {                                                                             \
      WARPLENS_BY_SCOPE(WARPLENS_STORE_RELAXED_##bits)                                   \
    }                                                                                    \
  }
#define WARPLENS_LOAD(order, bits, constraint, name) \
  __asm__ volatile("ld." order "." name ".b" bits " %0, [%1];" : "=" constraint(value) : "l"(address) : "memory")
#define WARPLENS_STORE(order, bits, constraint, name) \
  __asm__ volatile("st." order "." name ".b" bits " [%0], %1;" ::"l"(address), constraint(value) : "memory")
#define WARPLENS_LOAD_RELAXED_32(name) WARPLENS_LOAD("relaxed", "32", "r", name)
#define WARPLENS_LOAD_ACQUIRE_32(name) WARPLENS_LOAD("acquire", "32", "r", name)
#define WARPLENS_STORE_RELAXED_32(name) WARPLENS_STORE("relaxed", "32", "r", name)
#define WARPLENS_STORE_RELEASE_32(name) WARPLENS_STORE("release", "32", "r", name)
#define WARPLENS_LOAD_RELAXED_64(name) WARPLENS_LOAD("relaxed", "64", "l", name)
#define WARPLENS_LOAD_ACQUIRE_64(name) WARPLENS_LOAD("acquire", "64", "l", name)
#define WARPLENS_STORE_RELAXED_64(name) WARPLENS_STORE("relaxed", "64", "l", name)
#define WARPLENS_STORE_RELEASE_64(name) WARPLENS_STORE("release", "64", "l", name)
WARPLENS_LOAD_AND_STORE(unsigned, 32, "r")
WARPLENS_LOAD_AND_STORE(unsigned long long, 64, "l")
#undef WARPLENS_LOAD_AND_STORE
#undef WARPLENS_LOAD
#undef WARPLENS_STORE
#undef WARPLENS_LOAD_RELAXED_32
#undef WARPLENS_LOAD_ACQUIRE_32
#undef WARPLENS_STORE_RELAXED_32
#undef WARPLENS_STORE_RELEASE_32
#undef WARPLENS_LOAD_RELAXED_64
#undef WARPLENS_LOAD_ACQUIRE_64
#undef WARPLENS_STORE_RELAXED_64
#undef WARPLENS_STORE_RELEASE_64

// Expands to a statement for an order, with the scope of the surrounding template.
#define WARPLENS_BY_SCOPE_AND(statement, order, ...)   \
  if constexpr (scope == thread_scope_system) {        \
    statement(order ".sys", __VA_ARGS__);              \
  } else if constexpr (scope == thread_scope_device) { \
    statement(order ".gpu", __VA_ARGS__);              \
  } else {                                             \
    statement(order ".cta", __VA_ARGS__);              \
  }
#define WARPLENS_BY_ORDER(statement, ...)                      \
  switch (order) {                                             \
    case memory_order_relaxed:                                 \
      WARPLENS_BY_SCOPE_AND(statement, "relaxed", __VA_ARGS__) \
      break;                                                   \
    case memory_order_release:                                 \
      WARPLENS_BY_SCOPE_AND(statement, "release", __VA_ARGS__) \
      break;                                                   \
    case memory_order_acq_rel:                                 \
      WARPLENS_BY_SCOPE_AND(statement, "acq_rel", __VA_ARGS__) \
      break;                                                   \
    case memory_order_seq_cst:                                 \
      __warplens_fence<scope>(order);                          \
      WARPLENS_BY_SCOPE_AND(statement, "acquire", __VA_ARGS__) \
      break;                                                   \
    default:                                                   \
      WARPLENS_BY_SCOPE_AND(statement, "acquire", __VA_ARGS__) \
  }
#define WARPLENS_ATOM(how, operation, ptx, constraint)                \
  __asm__ volatile("atom." how "." operation "." ptx " %0, [%1], %2;" \
                   : "=" constraint(before)                           \
                   : "l"(address), constraint(value)                  \
                   : "memory")
#define WARPLENS_OPERATION(name, type, ptx, constraint)                                   \
  template <thread_scope scope>                                                           \
  WARPLENS_DEVICE type __warplens_##name(type* address, type value, memory_order order) { \
    type before;                                                                          \
    WARPLENS_BY_ORDER(WARPLENS_ATOM, #name, ptx, constraint)                              \
    return before;                                                                        \
  }
WARPLENS_OPERATION(exch, unsigned, "b32", "r")
WARPLENS_OPERATION(exch, unsigned long long, "b64", "l")
WARPLENS_OPERATION(add, unsigned, "u32", "r")
WARPLENS_OPERATION(add, unsigned long long, "u64", "l")
WARPLENS_OPERATION(add, float, "f32", "f")
WARPLENS_OPERATION(add, double, "f64", "d")
WARPLENS_OPERATION(and, unsigned, "b32", "r")
WARPLENS_OPERATION(and, unsigned long long, "b64", "l")
WARPLENS_OPERATION(or, unsigned, "b32", "r")
WARPLENS_OPERATION(or, unsigned long long, "b64", "l")
WARPLENS_OPERATION(xor, unsigned, "b32", "r")
WARPLENS_OPERATION(xor, unsigned long long, "b64", "l")
WARPLENS_OPERATION(min, int, "s32", "r")
WARPLENS_OPERATION(min, unsigned, "u32", "r")
WARPLENS_OPERATION(min, long long, "s64", "l")
WARPLENS_OPERATION(min, unsigned long long, "u64", "l")
WARPLENS_OPERATION(max, int, "s32", "r")
WARPLENS_OPERATION(max, unsigned, "u32", "r")
WARPLENS_OPERATION(max, long long, "s64", "l")
WARPLENS_OPERATION(max, unsigned long long, "u64", "l")
#undef WARPLENS_OPERATION
#undef WARPLENS_ATOM

#define WARPLENS_ATOM(how, ptx, constraint)                                \
  __asm__ volatile("atom." how ".cas." ptx " %0, [%1], %2, %3;"            \
                   : "=" constraint(before)                                \
                   : "l"(address), constraint(expected), constraint(value) \
                   : "memory")
#define WARPLENS_COMPARE_AND_SWAP(type, ptx, constraint)                                              \
  template <thread_scope scope>                                                                       \
  WARPLENS_DEVICE type __warplens_cas(type* address, type expected, type value, memory_order order) { \
    type before;                                                                                      \
    WARPLENS_BY_ORDER(WARPLENS_ATOM, ptx, constraint)                                                 \
    return before;                                                                                    \
  }
WARPLENS_COMPARE_AND_SWAP(unsigned, "b32", "r")
WARPLENS_COMPARE_AND_SWAP(unsigned long long, "b64", "l")
#undef WARPLENS_COMPARE_AND_SWAP
#undef WARPLENS_ATOM
#undef WARPLENS_BY_ORDER
#undef WARPLENS_BY_SCOPE_AND
#undef WARPLENS_BY_SCOPE

}  // namespace cuda
