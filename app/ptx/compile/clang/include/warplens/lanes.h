#pragma once

// Lanes of a warp by mask and rank, for cooperative_groups.h.

WARPLENS_DEVICE unsigned __warplens_own_lane() {
  unsigned lane;
  __asm__("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
/// Number of lanes of the mask before this one.
WARPLENS_DEVICE unsigned __warplens_rank(unsigned mask) {
  unsigned before;
  __asm__("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
  return (unsigned)__popc(mask & before);
}
/// Number of lanes of the mask before the first lane of `other`.
WARPLENS_DEVICE unsigned __warplens_rank(unsigned mask, unsigned other) {
  return (unsigned)__popc(mask & ((other & (0u - other)) - 1));
}
/// The lane of the mask with this rank.
WARPLENS_DEVICE unsigned __warplens_lane(unsigned mask, unsigned rank) {
  for (; rank > 0; --rank) mask &= mask - 1;
  return (unsigned)(__ffs((int)mask) - 1);
}
/// Extract the bits of the mask's lanes, and pack them together.
WARPLENS_DEVICE unsigned __warplens_packed(unsigned bits, unsigned mask) {
  unsigned packed = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) {
    if ((bits & mask & (0u - mask)) != 0) packed |= 1u << rank;
  }
  return packed;
}

/// Pass each 32-bit word of a value of any type (the last word may be partly unused) through `through`.
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
/// The lanes of the mask with the same bits as this lane.
template <typename T>
WARPLENS_DEVICE unsigned __warplens_match(unsigned mask, const T& value) {
  unsigned same = mask;
  __warplens_words(value, [&](unsigned word) {
    same &= __match_any_sync(mask, word);
    return word;
  });
  return same;
}
