#pragma once

// Asynchronous copies from global to shared memory (PTX ISA, "cp.async"). Used by cooperative_groups/memcpy_async.h,
// cuda/barrier, cuda/pipeline and cuda_pipeline.h.

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#error "asynchronous copies and barriers in shared memory need sm_80"
#endif

namespace cuda {

/// A number of bytes; the caller guarantees that it and both addresses are multiples of `bytes`.
template <size_t bytes>
struct aligned_size_t {
  static constexpr size_t align = bytes;
  size_t value;
  WARPLENS_MEMBER_OF_BOTH explicit constexpr aligned_size_t(size_t size) : value(size) {}
  WARPLENS_MEMBER_OF_BOTH constexpr operator size_t() const { return value; }
};

}  // namespace cuda

/// Whether an asynchronous copy can copy this: from global to shared memory.
WARPLENS_DEVICE bool __warplens_from_global_to_shared(const void* to, const void* from) {
  int both;
  __asm__("{ .reg .pred a, b;\n isspacep.shared a, %1;\n isspacep.global b, %2;\n and.pred a, a, b;\n selp.s32 %0, 1, 0, a; }"
          : "=r"(both)
          : "l"(to), "l"(from));
  return both != 0;
}

/// Copy 4, 8 or 16 bytes; the last `zeros` bytes become zero.
template <size_t bytes>
WARPLENS_DEVICE void __warplens_copy_piece(void* to, const void* from, unsigned zeros = 0) {
  const unsigned shared = (unsigned)__cvta_generic_to_shared(to);
  const auto* const global = (const void __attribute__((address_space(1)))*)from;
  const unsigned read = (unsigned)bytes - zeros;
  if constexpr (bytes == 16)
    __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(global), "r"(read) : "memory");
  else if constexpr (bytes == 8)
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(shared), "l"(global), "r"(read) : "memory");
  else
    __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared), "l"(global), "r"(read) : "memory");
}

/// Copy this thread's share of `bytes` bytes: every `threads`-th piece, from its rank on. `align`: of addresses and
/// size.
template <size_t align>
WARPLENS_DEVICE void __warplens_copy(void* to, const void* from, size_t bytes, unsigned rank, unsigned threads) {
  constexpr size_t piece = align >= 16 ? 16 : align >= 8 ? 8 : align >= 4 ? 4 : 1;
  const bool asynchronous = piece > 1 && __warplens_from_global_to_shared(to, from);
  for (size_t at = rank * piece; at < bytes; at += threads * piece) {
    char* const target = (char*)to + at;
    const char* const source = (const char*)from + at;
    if constexpr (piece > 1) {
      if (asynchronous) {
        __warplens_copy_piece<piece>(target, source);
        continue;
      }
    }
    for (size_t k = 0; k < piece; ++k) target[k] = source[k];
  }
}

/// Alignment guaranteed by a type and a size.
template <typename T, typename Size>
struct __warplens_alignment {
  static constexpr size_t value = alignof(T);
};
template <typename T, size_t bytes>
struct __warplens_alignment<T, cuda::aligned_size_t<bytes>> {
  static constexpr size_t value = bytes > alignof(T) ? bytes : alignof(T);
};
template <typename Size>
struct __warplens_alignment<void, Size> {
  static constexpr size_t value = 1;
};
template <size_t bytes>
struct __warplens_alignment<void, cuda::aligned_size_t<bytes>> {
  static constexpr size_t value = bytes;
};

/// Make a group of the copies begun so far.
WARPLENS_DEVICE void __warplens_commit_copies() { __asm__ volatile("cp.async.commit_group;" ::: "memory"); }
/// Wait for all groups but the last `newest`; if `newest` > 7, for all but the last 7, as PTX needs a constant.
WARPLENS_DEVICE void __warplens_wait_for_copies(unsigned newest) {
#define WARPLENS_WAIT(count)                                          \
  case count:                                                         \
    __asm__ volatile("cp.async.wait_group " #count ";" ::: "memory"); \
    break;
  switch (newest) {
    WARPLENS_WAIT(0)
    WARPLENS_WAIT(1)
    WARPLENS_WAIT(2)
    WARPLENS_WAIT(3)
    WARPLENS_WAIT(4)
    WARPLENS_WAIT(5)
    WARPLENS_WAIT(6)
    default:
      __asm__ volatile("cp.async.wait_group 7;" ::: "memory");
  }
#undef WARPLENS_WAIT
}
