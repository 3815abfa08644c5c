#pragma once

// Lanes of a warp by mask and rank, for cooperative_groups.h.

WARPLENS_DEVICE unsigned __warplens_own_lane() {
  unsigned lane;
  __asm__("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
/// How many lanes of the mask come before this one.
WARPLENS_DEVICE unsigned __warplens_rank(unsigned mask) {
  unsigned before;
  __asm__("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
  return (unsigned)__popc(mask & before);
}
/// How many lanes of the mask come before the first of `other`.
WARPLENS_DEVICE unsigned __warplens_rank(unsigned mask, unsigned other) {
  return (unsigned)__popc(mask & ((other & (0u - other)) - 1));
}
/// The lane of the mask with this rank.
WARPLENS_DEVICE unsigned __warplens_lane(unsigned mask, unsigned rank) {
  for (; rank > 0; --rank) mask &= mask - 1;
  return (unsigned)(__ffs((int)mask) - 1);
}
/// The bits of the lanes of the mask, moved together.
WARPLENS_DEVICE unsigned __warplens_packed(unsigned bits, unsigned mask) {
  unsigned packed = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) {
    if ((bits & mask & (0u - mask)) != 0) packed |= 1u << rank;
  }
  return packed;
}

/// A value of any type, each of its 32-bit words (the last may be partly unused) passed through `through`.
template <typename T, typename Through>
WARPLENS_DEVICE T __warplens_words(const T& value, const Through& through) {
  constexpr unsigned count = (sizeof(T) + 3) / 4;
  unsigned words[count] = {};
  __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
  for (unsigned k = 0; k < count; ++k) words[k] = through(words[k]);
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}
template <typename T>
WARPLENS_DEVICE T __warplens_from_lane(unsigned mask, const T& value, unsigned lane) {
  return __warplens_words(value, [&](unsigned word) { return __shfl_sync(mask, word, (int)lane); });
}
/// The lanes of the mask that have the same bits.
template <typename T>
WARPLENS_DEVICE unsigned __warplens_match(unsigned mask, const T& value) {
  unsigned same = mask;
  __warplens_words(value, [&](unsigned word) {
    same &= __match_any_sync(mask, word);
    return word;
  });
  return same;
}
