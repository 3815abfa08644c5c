#pragma once

#include <algorithm>
#include <utility>

#include "simt/check/present.h"

// The rules of a data race (PTX ISA, "Memory Consistency Model", Data-Races): two accesses to one place conflict if one is a
// write; they race unless one happened before the other or both are strong, of one width, and in each other's scope.

namespace warplens::simt {

/// When the last write took place; 0: never.
inline std::uint32_t last_write(const History& history) { return std::max(history.write.time, history.strong_writes[0].time); }

/// Whether `past` is ordered before the current access.
template <bool shared>
bool ordered(const PastAccess& past, const PastAccess& now, const Present& present) {
  if (!past.happened() || past.same_thread(now)) return true;
  if constexpr (shared) {
    if (past.time < present.block.time) return true;  // also covers accesses by an earlier block in this slot
  }
  return present.clocks.ordered(past, now.thread, present.block, present.warp);
}

/// Offset for the history of a whole line, whose granules have no single address.
inline constexpr std::uint64_t whole_line_offset = ~std::uint64_t{0};

/// Whether a strong write to the granule at `offset` is ordered before the current access: by ordered(), or because this thread
/// has observed it (Clocks::observed).
template <bool shared>
bool write_ordered(const PastAccess& past, const PastAccess& now, const Present& present, std::uint64_t offset) {
  if (ordered<shared>(past, now, present)) return true;
  if (offset == whole_line_offset) return false;
  const std::uint64_t location = (offset >> past.width << past.width) + (shared ? 0 : present.access.window.base);
  return present.clocks.observed(past.thread, location, shared, now.thread, present.block, present.warp);
}

/// Whether the two accesses are morally strong.
inline bool morally_strong(const PastAccess& past, const PastAccess& now, const Present& present) {
  if (!past.strong || !now.strong || past.width != now.width) return false;
  return !(past.block_scope || now.block_scope) || past.thread - present.block.first_thread < present.block.threads;
}

/// Whether the two accesses, which nothing orders, are volatile and their order may change what one of them reads. It is not a
/// data race, as volatile accesses are strong, but a defect all the same: volatile makes no thread wait for another.
inline bool unordered_volatile(const PastAccess& past, const PastAccess& now, const Present& present) {
  return past.volatile_data && now.volatile_data && past.writes != now.writes && morally_strong(past, now, present);
}

/// Visit every remembered access to the granule at `offset` that races with `now`, or is unordered_volatile.
template <bool shared, typename Visit>
void each_race(const History& history, const PastAccess& now, const Present& present, std::uint64_t offset, bool writes,
               Visit visit) {
  const auto conflicts = [&](const PastAccess& past) {
    return !morally_strong(past, now, present) || unordered_volatile(past, now, present);
  };
  // Ordered only as the thread has taken a lock, but has met no fence since then: told as well.
  const auto by_lock_alone = [&](const PastAccess& past) {
    return present.warp.unfenced_locks != 0 && past.happened() && !past.same_thread(now) &&
           present.clocks.ordered_by_unfenced_lock(past, now.thread, present.block, present.warp);
  };
  const auto look_at = [&](const PastAccess& past) {
    if (conflicts(past) && (!ordered<shared>(past, now, present) || by_lock_alone(past))) visit(past);
  };
  const auto look_at_strong_write = [&](const PastAccess& past) {
    if (conflicts(past) && !write_ordered<shared>(past, now, present, offset)) visit(past);
  };
  if constexpr (shared) {
    std::uint32_t latest = std::max({history.write.time, history.strong_writes[0].time, history.strong_writes[1].time});
    if (writes) latest = std::max({latest, history.reads[0].time, history.reads[1].time});
    if (latest < present.block.time) return;
  }
  look_at(history.write);
  if (history.strong_writes[0].happened()) {
    look_at_strong_write(history.strong_writes[0]);
    look_at_strong_write(history.strong_writes[1]);
  }
  if (!writes) return;
  look_at(history.reads[0]);
  if (history.reads[1].happened()) look_at(history.reads[1]);
}

/// Remember a read. Of mutually unordered readers, keeps the two most distant. Returns their distance, or 0 if only one reader is
/// relevant: from 2 on (3 in global memory), further reads need not be remembered.
template <bool shared>
int remember_read(History& history, const PastAccess& now, const Present& present) {
  auto& [first, second] = history.reads;
  if constexpr (shared) {
    if (first.time < present.block.time) return first = now, 0;
  }
  // now carries at least the information of past
  const auto weaker = [&](const PastAccess& past) { return !now.strong || past.strong; };
  const bool first_ordered = ordered<shared>(first, now, present), second_ordered = ordered<shared>(second, now, present);
  const auto apart = [&](const PastAccess& a, const PastAccess& b) {
    return a.strong || b.strong ? 0 : present.clocks.distance(a.thread, b.thread);
  };
  if (first_ordered && (!first.happened() || weaker(first))) {
    first = now;
    return second_ordered ? 0 : apart(first, second);
  }
  if (second_ordered && (!second.happened() || weaker(second))) {
    second = now;
    return first_ordered ? 0 : apart(first, second);
  }
  const int kept = apart(first, second);
  if (weaker(second) && apart(first, now) > kept)
    second = now;
  else if (weaker(first) && apart(second, now) > kept)
    first = now;
  else
    return first_ordered || second_ordered ? 0 : kept;
  return first_ordered || second_ordered ? 0 : apart(first, second);
}

/// Remember a write. A weak write represents all earlier accesses; of mutually unordered strong writes, keeps the two most
/// distant. Returns their distance, or 0 if there are fewer than two.
template <bool shared>
int remember_write(History& history, const PastAccess& now, const Present& present, std::uint64_t offset) {
  if (!now.strong) {
    history.write = now;
    history.strong_writes = history.reads = {};
    return 0;
  }
  PastAccess other;
  int distance = 0;
  for (const PastAccess& past : history.strong_writes) {
    if (write_ordered<shared>(past, now, present, offset)) continue;
    const int away = present.clocks.distance(past.thread, now.thread);
    if (away > distance) {
      distance = away;
      other = past;
    }
  }
  history.strong_writes = {now, other};
  return distance;
}

/// Whether `past` cannot race with any later access: there was none, or, for later accesses of the same block, a block barrier
/// followed it.
template <bool shared>
bool settled(const PastAccess& past, const BlockClock& block, bool in_block) {
  if (!past.happened()) return true;
  return in_block && past.time < block.time && (shared || past.thread - block.first_thread < block.threads);
}

}  // namespace warplens::simt
