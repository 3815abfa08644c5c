#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simt/decode/decoded.h"
#include "simt/machine/call_stack.h"

namespace warplens::simt {

inline constexpr std::uint32_t no_join = 0xffffffffu;
inline constexpr std::uint64_t never = ~std::uint64_t{0};  ///< as a clock

/// Lanes of one warp that run together.
struct Group {
  enum class State : std::uint8_t {
    running,
    at_barrier,     ///< bar.sync: waits for other warps
    at_warp_sync,   ///< bar.warp.sync: waits for the lanes in `awaited`, which names its own, too
    at_collective,  ///< shfl.sync, vote.sync: the same
  };
  std::uint32_t pc = 0;
  std::uint32_t active = 0;        ///< lanes
  std::uint32_t join = no_join;    ///< the innermost reconvergence point these lanes wait at
  std::uint32_t frame = no_frame;  ///< the call they are in
  State state = State::running;
  std::uint32_t awaited = 0;  ///< the mask of lanes (at_warp_sync, at_collective), or the barrier's number (at_barrier)
  std::uint64_t clock = 0;    ///< when it can go on
  std::uint32_t waiting = 0;  ///< successive rounds of a loop in which it polled for what other threads do; rounds in which it
                              ///< did nothing else weigh more (WarpControl::next_round)
  bool looked = false;        ///< in this round of a loop: a poll, or an atomic that changed nothing
  bool changed = false;       ///< in this round of a loop: an atomic that changed something
};

/// Which of two running groups of a warp goes first: the earlier; at the same time, the one with the lowest lane.
inline bool goes_before(const Group& a, const Group& b) {
  return a.clock != b.clock ? a.clock < b.clock : std::countr_zero(a.active) < std::countr_zero(b.active);
}

/// A reconvergence point of lanes that diverged: they wait at `pc` until all of `expected` have arrived or exited.
struct Join {
  std::uint32_t pc = 0;
  std::uint32_t expected = 0;  ///< 0: this entry is free
  std::uint32_t arrived = 0;
  std::uint32_t parent = no_join;
  std::uint64_t clock = 0;         ///< when the last one came
  std::uint32_t frame = no_frame;  ///< the call in which they reconverge
};

/// The control state of a warp: which lanes are where. As on sm_70 and later, a group that waits at a reconvergence point lets
/// the others go on.
class Lanes {
 public:
  /// All of `live` at instruction 0.
  void start(std::uint32_t live, std::uint64_t clock);

  std::uint32_t live() const { return live_; }
  /// Whether `group` has all lanes that have not exited.
  bool is_whole(const Group& group) const { return group.active == live_; }
  /// All but the one taken out.
  std::span<const Group> groups() const { return current_waits_ ? std::span(&current_, 1) : std::span(groups_); }
  std::span<Group> groups() { return current_waits_ ? std::span(&current_, 1) : std::span(groups_); }
  const std::vector<Join>& joins() const { return joins_; }

  /// The group taken out last.
  Group& current() { return current_; }
  const Group& current() const { return current_; }
  /// Take out the running group that can go on first; false when all wait or have exited.
  bool take() {
    if (!current_waits_) return take_earliest();
    current_waits_ = current_.state != Group::State::running;
    return !current_waits_;
  }
  /// The same for the running group that has this lane.
  bool take_with(std::uint8_t lane);
  /// The one taken out is among the others again.
  void put_back() {
    if (groups_.empty())
      current_waits_ = true;
    else
      groups_.push_back(current_);
  }
  void put(const Group& group);
  /// Whether `group`, which is taken out, would be the next to be taken at this clock.
  bool goes_first(const Group& group, std::uint64_t clock) const {
    return (groups_.empty() && !current_waits_) || first_with(group, clock);
  }
  /// When the first running group can go on, or `never`.
  std::uint64_t next_clock() const {
    if (current_waits_) return current_.state == Group::State::running ? current_.clock : never;
    return groups_.empty() ? never : earliest_clock();
  }

  /// `group` is at its pc. If that is its reconvergence point, it waits there (nothing is returned) or, being the last, goes on
  /// with all of them.
  std::optional<Group> arrive(Group group);

  /// Part `group` into the lanes `taken`, at `target`, and the rest, at `other`, which reconverge at `point` (or
  /// no_reconvergence). The rest is returned, the taken lanes are put back.
  Group part(const Group& group, std::uint32_t taken, std::uint32_t target, std::uint32_t other, std::uint32_t point);

  /// The lanes of `group` will reconverge at `point`, whatever they do until then.
  void reconverge_at(Group& group, std::uint32_t point);

  /// `group` spins on work owed by lanes that wait to reconverge with it (the holder of a lock, at the end of the loop that took
  /// the lock): release those at the innermost reconvergence point where some wait.
  void release_for(const Group& group);

  /// The lanes released from a reconvergence point, and a group that waits for them.
  struct Released {
    Group waiting;
    std::uint32_t lanes = 0, pc = 0;
  };
  /// Where no lane runs, and some wait at a collective or a warp barrier for lanes that wait to reconverge: release the latter,
  /// to exit, perhaps. Nothing where there are none.
  std::optional<Released> release_awaited();

  /// Release the lanes that have arrived at reconvergence point `join` from waiting for the others.
  void release_join(std::uint32_t join, std::uint64_t clock);

  /// Lanes exit at `clock`: nobody waits for them any more.
  void exit(std::uint32_t lanes, std::uint64_t clock);

  /// If the groups that wait with `one` for the same lanes (at a collective: at the same instruction; at a warp barrier: at any)
  /// contain all of those lanes, let them go on to the next instruction. Returns their lanes, or 0. Groups at the same
  /// instruction with the same reconvergence point ahead become one again.
  std::uint32_t release(Group one, std::uint64_t now);

 private:
  std::uint32_t new_join(const Join& join);
  void free_join(std::uint32_t join);
  void line_up();
  bool take_earliest();
  bool first_with(Group group, std::uint64_t clock) const;
  std::uint64_t earliest_clock() const;  ///< of groups_

  Group current_;               ///< taken out, unless …
  bool current_waits_ = false;  ///< … it is put back, and the only one: most warps never part, and so never move their group
  std::vector<Group> groups_;   ///< all others, in the order in which they were put back
  std::vector<Join> joins_;
  std::size_t first_free_ = 0;  ///< no join before it is free
  std::uint32_t live_ = 0;
};

}  // namespace warplens::simt
