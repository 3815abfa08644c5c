// What the page and compiled code call in a program.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// WebAssembly cannot protect memory, and address 0 is memory as any other. So programs are compiled as for the thread sanitizer,
// which calls a function before each use of memory. They tell the runtime of uses that it may want to know.

namespace {

constexpr uintptr_t end_of_null = 1024, first_not_of_host = 0x60000000;  // launch/narrow_pointers.h

/// The lowest address that the host must not use now, apart from those before `end_of_null`. The runtime lowers it while kernels
/// work on the host's memory.
uintptr_t first_watched = first_not_of_host;

}  // namespace

extern "C" {
__attribute__((import_module("warplens"), import_name("used"))) void __warplens_used(const void* memory, size_t bytes,
                                                                                     bool writes);

/// Where the runtime may change `first_watched`.
__attribute__((export_name("warplens_first_watched"))) uintptr_t* __warplens_first_watched() { return &first_watched; }

/// Called by the page before each call of CUDA, so that what the program has printed comes before what kernels print.
__attribute__((export_name("warplens_flush"))) void __warplens_flush() { fflush(stdout); }
}

namespace {

inline void used(const void* memory, size_t bytes, bool writes) {
  const auto address = reinterpret_cast<uintptr_t>(memory);
  if (address - end_of_null >= first_watched - end_of_null) __warplens_used(memory, bytes, writes);
}
/// Of many bytes, of which the first may be below the watched ones.
inline void used_all(const void* memory, size_t bytes, bool writes) {
  if (bytes == 0) return;
  const auto address = reinterpret_cast<uintptr_t>(memory);
  if (address < end_of_null || address + (bytes - 1) >= first_watched) __warplens_used(memory, bytes, writes);
}

}  // namespace

#define WARPLENS_PLAIN(bytes)                                                           \
  void __tsan_read##bytes(const void* memory) { used(memory, bytes, false); }           \
  void __tsan_write##bytes(void* memory) { used(memory, bytes, true); }                 \
  void __tsan_unaligned_read##bytes(const void* memory) { used(memory, bytes, false); } \
  void __tsan_unaligned_write##bytes(void* memory) { used(memory, bytes, true); }

// A program has one thread, so plain operations do for atomic ones.
#define WARPLENS_CHANGE(bits, name, changed)                                             \
  uint##bits##_t __tsan_atomic##bits##_##name(void* memory, uint##bits##_t value, int) { \
    used(memory, bits / 8, true);                                                        \
    auto& now = *static_cast<uint##bits##_t*>(memory);                                   \
    const uint##bits##_t before = now;                                                   \
    now = static_cast<uint##bits##_t>(changed);                                          \
    return before;                                                                       \
  }
#define WARPLENS_ATOMIC(bits)                                                                                                 \
  uint##bits##_t __tsan_atomic##bits##_load(const void* memory, int) {                                                        \
    used(memory, bits / 8, false);                                                                                            \
    return *static_cast<const uint##bits##_t*>(memory);                                                                       \
  }                                                                                                                           \
  void __tsan_atomic##bits##_store(void* memory, uint##bits##_t value, int) {                                                 \
    used(memory, bits / 8, true);                                                                                             \
    *static_cast<uint##bits##_t*>(memory) = value;                                                                            \
  }                                                                                                                           \
  WARPLENS_CHANGE(bits, exchange, value)                                                                                      \
  WARPLENS_CHANGE(bits, fetch_add, before + value)                                                                            \
  WARPLENS_CHANGE(bits, fetch_sub, before - value)                                                                            \
  WARPLENS_CHANGE(bits, fetch_and, before& value)                                                                             \
  WARPLENS_CHANGE(bits, fetch_or, before | value)                                                                             \
  WARPLENS_CHANGE(bits, fetch_xor, before ^ value)                                                                            \
  WARPLENS_CHANGE(bits, fetch_nand, ~(before & value))                                                                        \
  uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(void* memory, uint##bits##_t expected, uint##bits##_t value, int, \
                                                            int) {                                                            \
    used(memory, bits / 8, true);                                                                                             \
    auto& now = *static_cast<uint##bits##_t*>(memory);                                                                        \
    const uint##bits##_t before = now;                                                                                        \
    if (before == expected) now = value;                                                                                      \
    return before;                                                                                                            \
  }

extern "C" {
WARPLENS_PLAIN(1)
WARPLENS_PLAIN(2)
WARPLENS_PLAIN(4)
WARPLENS_PLAIN(8)
WARPLENS_PLAIN(16)
WARPLENS_ATOMIC(8)
WARPLENS_ATOMIC(16)
WARPLENS_ATOMIC(32)
WARPLENS_ATOMIC(64)

void __tsan_init() {}
void __tsan_vptr_read(const void* memory) { used(memory, sizeof(void*), false); }
void __tsan_vptr_update(void* memory, void*) { used(memory, sizeof(void*), true); }
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}

void* __tsan_memcpy(void* to, const void* from, size_t bytes) {
  used_all(from, bytes, false);
  used_all(to, bytes, true);
  return memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, size_t bytes) {
  used_all(from, bytes, false);
  used_all(to, bytes, true);
  return memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, size_t bytes) {
  used_all(to, bytes, true);
  return memset(to, value, bytes);
}
}
