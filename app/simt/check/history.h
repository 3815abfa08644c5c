#pragma once

#include <algorithm>
#include <utility>

#include "simt/check/further_accesses.h"
#include "simt/check/present.h"

// The rules of a data race (PTX ISA, "Memory Consistency Model", Data-Races): two accesses to one place conflict if one is a
// write; they race unless one happened before the other or both are strong, of one width, and in each other's scope.

namespace warplens::simt {

/// When the last write took place; 0: never.
inline std::uint32_t last_write(const History& history) { return std::max(history.write.time, history.strong_writes[0].time); }

/// Whether `past` is ordered before the current access.
template <bool shared>
bool ordered(const PastAccess& past, const PastAccess& now, const Present& present) {
  // A copy that is in flight writes at any time since it was issued, whatever its own thread or a barrier does in between.
  if (const std::uint32_t issued = present.access.issued; issued != 0 && past.time >= issued) return false;
  if (!past.happened() || past.same_thread(now)) return true;
  if constexpr (shared) {
    if (past.time < present.block.time) return true;  // also covers accesses by an earlier block in this slot
  }
  return present.clocks.ordered(past, now.thread, present.block, present.warp, present.whole_line);
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

/// Whether two unordered accesses are volatile, and their order may change a value that is read or stays. It is not a data race,
/// as volatile accesses are strong, but a defect all the same: volatile makes no thread wait for another.
inline bool unordered_volatile(const PastAccess& past, const PastAccess& now, const Present& present) {
  return past.volatile_data && now.volatile_data && (past.writes || now.writes) && morally_strong(past, now, present);
}

/// Visit every remembered access to the granule at `offset` that races with `now`, or is unordered_volatile.
template <bool shared, typename Visit>
void each_race(const History& history, const FurtherAccesses& further, const PastAccess& now, const Present& present,
               std::uint64_t offset, bool writes, Visit visit) {
  const auto conflicts = [&](const PastAccess& past) {
    return !morally_strong(past, now, present) || unordered_volatile(past, now, present);
  };
  // Ordered only by a lock that the thread has taken, without a fence since then: reported as well.
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
    const bool in_flight = present.access.issued != 0 && latest >= present.access.issued;
    if (latest < present.block.time && history.further == 0 && !in_flight) return;
  }
  look_at(history.write);
  if (history.strong_writes[0].happened()) {
    look_at_strong_write(history.strong_writes[0]);
    look_at_strong_write(history.strong_writes[1]);
  }
  // A strong read is also ordered by what its thread then wrote to the same place, if this thread has observed that.
  const auto look_at_read = [&](const PastAccess& past) {
    if (past.strong && now.strong)
      look_at_strong_write(past);
    else
      look_at(past);
  };
  if (writes) {
    look_at_read(history.reads[0]);
    if (history.reads[1].happened()) look_at_read(history.reads[1]);
  }
  if (history.further == 0) return;
  const auto look_at_further = [&](const PastAccess& past) {
    if (past.writes)
      look_at_strong_write(past);
    else if (writes)
      look_at_read(past);
  };
  const FurtherAccesses::List& list = further.of(history);
  for (const FurtherAccesses::Pair& pair : list.pairs) std::ranges::for_each(pair.accesses, look_at_further);
  std::ranges::for_each(list.unordered, look_at_further);
}

/// Add a read to the pair of reads like it. Returns the distance of the two kept, or 0 if only one is relevant. `left_out`: if
/// three reads are unordered, the one that is not kept.
template <bool shared>
int add_read(AccessPair& alike, const PastAccess& now, const Present& present, PastAccess& left_out) {
  auto& [first, second] = alike;
  if constexpr (shared) {
    if (first.time < present.block.time) return first = now, 0;
  }
  const auto apart = [&](const PastAccess& a, const PastAccess& b) { return present.clocks.distance(a.thread, b.thread); };
  const bool first_ordered = ordered<shared>(first, now, present), second_ordered = ordered<shared>(second, now, present);
  if (first_ordered) {
    first = now;
    return second_ordered ? 0 : apart(first, second);
  }
  if (second_ordered) {
    second = now;
    return apart(first, second);
  }
  const int kept = apart(first, second);
  left_out = now;
  if (kept == Clocks::farthest) return kept;
  if (apart(first, now) > kept)
    std::swap(left_out, second);
  else if (apart(second, now) > kept)
    std::swap(left_out, first);
  return apart(first, second);
}

/// Add a strong write to the pair of writes like it. Returns and sets `left_out` like add_read().
template <bool shared>
int add_write(AccessPair& alike, const PastAccess& now, const Present& present, std::uint64_t offset, PastAccess& left_out) {
  PastAccess other;
  int distance = 0;
  for (const PastAccess& past : alike) {
    if (write_ordered<shared>(past, now, present, offset)) continue;
    const int away = present.clocks.distance(past.thread, now.thread);
    left_out = past;
    if (away > distance) {
      distance = away;
      std::swap(other, left_out);
    }
  }
  alike = {now, other};
  return distance;
}

/// Whether the history itself has room for `now`: its place there is free, or holds an access like it.
template <bool shared>
bool has_place(const History& history, const PastAccess& now, const Present& present) {
  if (now.writes && !now.strong) return true;
  const PastAccess& one = (now.writes ? history.strong_writes : history.reads)[0];
  return !one.happened() || (shared && one.time < present.block.time) || one.alike(now);
}

/// Keep the accesses of `alike` by other blocks that are ordered before `now` (FurtherAccesses::Pair::overtaken).
inline void keep_overtaken(const AccessPair& alike, History& history, FurtherAccesses& further, const PastAccess& now,
                           const Present& present, std::uint64_t offset) {
  const auto of_one_block = [&](const PastAccess& a, const PastAccess& b) {
    return present.clocks.distance(a.thread, b.thread) < 3;
  };
  for (const PastAccess& past : alike) {
    if (!past.happened() || of_one_block(past, now)) continue;
    if (past.writes ? !write_ordered<false>(past, now, present, offset) : !ordered<false>(past, now, present)) continue;
    auto& [last, of_other_block] = further.pair(history, past, true);
    if (last.happened() && !of_one_block(last, past)) of_other_block = last;
    last = past;
  }
}

/// Remember an access. Returns the distance of the two kept accesses of its kind, or 0 if only one is relevant. From a distance
/// of 2 on (3 in global memory), no more of this kind need be remembered, unless the program has ProgramTraits::some_order.
template <bool shared>
int remember(History& history, FurtherAccesses& further, const PastAccess& now, const Present& present, std::uint64_t offset,
             const ProgramTraits& traits) {
  if (now.writes && !now.strong) {
    history.write = now;
    history.strong_writes = history.reads = {};
    if (history.further != 0) further.forget(history);
    return 0;
  }
  const bool here = has_place<shared>(history, now, present);
  AccessPair& alike = !here ? further.pair(history, now, false) : now.writes ? history.strong_writes : history.reads;
  const AccessPair before = alike;
  PastAccess left_out;
  const int distance =
      now.writes ? add_write<shared>(alike, now, present, offset, left_out) : add_read<shared>(alike, now, present, left_out);
  if (traits.some_order && left_out.happened()) {
    further.add_unordered(history, left_out, [&](const PastAccess& past) {
      return past.writes ? write_ordered<shared>(past, now, present, offset) : ordered<shared>(past, now, present);
    });
  }
  if (!shared && traits.scopes && now.strong) keep_overtaken(before, history, further, now, present, offset);
  return here && (now.writes || !now.strong) ? distance : 0;
}

/// Whether `past` cannot race with any later access: because it did not happen, or, if the later access is in the same block,
/// because a block barrier followed it.
template <bool shared>
bool settled(const PastAccess& past, const BlockClock& block, bool in_block) {
  if (!past.happened()) return true;
  return in_block && past.time < block.time && (shared || past.thread - block.first_thread < block.threads);
}

}  // namespace warplens::simt
