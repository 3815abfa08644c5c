// What the page and compiled code call in a program.

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// WebAssembly cannot protect memory, and address 0 is memory as any other. So programs are compiled as for the address sanitizer,
// which calls a function before each use of memory. They tell the runtime of uses that it may want to know.

namespace {

constexpr uintptr_t end_of_null = 1024;

/// The lowest address that the host must not use now, apart from those before `end_of_null`: that behind its memory, or a lower
/// one while kernels work on that memory. The runtime sets it.
uintptr_t first_watched = UINTPTR_MAX;

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

#define WARPLENS_ACCESS(bytes)                                                \
  void __asan_load##bytes(const void* memory) { used(memory, bytes, false); } \
  void __asan_store##bytes(void* memory) { used(memory, bytes, true); }

extern "C" {
WARPLENS_ACCESS(1)
WARPLENS_ACCESS(2)
WARPLENS_ACCESS(4)
WARPLENS_ACCESS(8)
WARPLENS_ACCESS(16)
void __asan_loadN(const void* memory, size_t bytes) { used_all(memory, bytes, false); }
void __asan_storeN(void* memory, size_t bytes) { used_all(memory, bytes, true); }

void* __asan_memcpy(void* to, const void* from, size_t bytes) {
  used_all(from, bytes, false);
  used_all(to, bytes, true);
  return memcpy(to, from, bytes);
}
void* __asan_memmove(void* to, const void* from, size_t bytes) {
  used_all(from, bytes, false);
  used_all(to, bytes, true);
  return memmove(to, from, bytes);
}
void* __asan_memset(void* to, int value, size_t bytes) {
  used_all(to, bytes, true);
  return memset(to, value, bytes);
}

// What else compiled code and the C++ library call.
void __asan_handle_no_return() {}
void __asan_poison_cxx_array_cookie(void*) {}
uintptr_t __asan_load_cxx_array_cookie(const uintptr_t* cookie) { return *cookie; }
void __sanitizer_annotate_contiguous_container(const void*, const void*, const void*, const void*) {}
void __sanitizer_annotate_double_ended_contiguous_container(const void*, const void*, const void*, const void*, const void*,
                                                            const void*) {}
int __sanitizer_verify_contiguous_container(const void*, const void*, const void*) { return 1; }
int __sanitizer_verify_double_ended_contiguous_container(const void*, const void*, const void*, const void*) { return 1; }
}
