#pragma once

// The primitives for a thread's own asynchronous copies (CUDA C++ Programming Guide, "Pipeline Primitives Interface").

#include "warplens/async_copy.h"

/// Copy 4, 8 or 16 bytes; the last `zeros` bytes become zero.
WARPLENS_DEVICE void __pipeline_memcpy_async(void* to, const void* from, size_t bytes, size_t zeros = 0) {
  if (bytes == 16) __warplens_copy_piece<16>(to, from, (unsigned)zeros);
  if (bytes == 8) __warplens_copy_piece<8>(to, from, (unsigned)zeros);
  if (bytes == 4) __warplens_copy_piece<4>(to, from, (unsigned)zeros);
}
WARPLENS_DEVICE void __pipeline_commit() { __warplens_commit_copies(); }
/// Wait for all commits but the newest.
WARPLENS_DEVICE void __pipeline_wait_prior(size_t newest) { __warplens_wait_for_copies((unsigned)newest); }
