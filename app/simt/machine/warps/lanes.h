#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "simt/code/decode/decoded.h"
#include "simt/machine/calls/call_stack.h"

namespace warplens::simt {

inline constexpr std::uint32_t no_join = 0xffffffffu;
inline constexpr std::uint64_t never = ~std::uint64_t{0};  ///< a clock value that is never reached

/// Lanes of one warp that run together.
struct Group {
  enum class State : std::uint8_t {
    running,
    at_barrier,     ///< bar.sync: waits for other warps
    at_warp_sync,   ///< bar.warp.sync: waits for the lanes in `awaited`, which includes its own
    at_collective,  ///< shfl.sync, vote.sync: waits for the lanes in `awaited`, which includes its own
  };
  std::uint32_t pc = 0;
  std::uint32_t active = 0;        ///< lanes
  std::uint32_t join = no_join;    ///< the innermost reconvergence point ahead of these lanes
  std::uint32_t frame = no_frame;  ///< innermost active call of these lanes
  State state = State::running;
  std::uint32_t awaited = 0;  ///< mask of lanes (at_warp_sync, at_collective), or number of the barrier (at_barrier)
  std::uint64_t clock = 0;    ///< first cycle in which it can run
  /// weighted number of successive loop rounds in which it polled memory that other threads write; rounds with nothing but
  /// polling weigh more (WarpControl::next_round)
  std::uint32_t waiting = 0;
  bool looked = false;   ///< in this round of a loop, it polled, or ran an atomic that changed nothing
  bool changed = false;  ///< in this round of a loop, it ran an atomic that changed something
};

/// Whether group `a` runs before group `b` of the same warp: its clock is earlier. Equal clocks are served first in, first out:
/// all groups share the warp's scoreboard, so under a fixed priority two spinning groups could starve a third.
inline bool goes_before(const Group& a, const Group& b) { return a.clock < b.clock; }

/// A reconvergence point of lanes that diverged: they wait at `pc` until all of `expected` have arrived or exited.
struct Join {
  std::uint32_t pc = 0;
  std::uint32_t expected = 0;  ///< 0: unused entry
  std::uint32_t arrived = 0;
  std::uint32_t parent = no_join;
  std::uint64_t clock = 0;         ///< cycle of the last arrival
  std::uint32_t frame = no_frame;  ///< the call in which they reconverge
};

/// The control state of a warp: the program counter and state of each group of lanes. As on sm_70 and later, a group that waits
/// at a reconvergence point lets the others run.
class Lanes {
 public:
  /// Begin with all lanes of `live` at instruction 0.
  void start(std::uint32_t live, std::uint64_t clock);

  std::uint32_t live() const { return live_; }
  /// Whether `group` contains all lanes that have not exited.
  bool is_whole(const Group& group) const { return group.active == live_; }
  /// All groups except the current one.
  std::span<const Group> groups() const { return current_waits_ ? std::span(&current_, 1) : std::span(groups_); }
  std::span<Group> groups() { return current_waits_ ? std::span(&current_, 1) : std::span(groups_); }
  const std::vector<Join>& joins() const { return joins_; }

  /// The group taken last.
  Group& current() { return current_; }
  const Group& current() const { return current_; }
  /// Take the running group with the earliest clock; false if all wait or have exited.
  bool take() {
    if (!current_waits_) return take_earliest();
    current_waits_ = current_.state != Group::State::running;
    return !current_waits_;
  }
  /// Take the running group that contains `lane`; false if the lane waits or has exited.
  bool take_with(std::uint8_t lane);
  /// Return the current group to the others.
  void put_back() {
    if (groups_.empty())
      current_waits_ = true;
    else
      groups_.push_back(current_);
  }
  void put(const Group& group);
  /// Whether `group`, which is taken now, would be the next group taken if its clock were `clock`.
  bool goes_first(const Group& group, std::uint64_t clock) const {
    return (groups_.empty() && !current_waits_) || first_with(group, clock);
  }
  /// Earliest clock of a running group, or `never`.
  std::uint64_t next_clock() const {
    if (current_waits_) return current_.state == Group::State::running ? current_.clock : never;
    return groups_.empty() ? never : earliest_clock();
  }

  /// `group` has reached its pc. If this is its reconvergence point, it waits there (returns nothing) or, if it is the last to
  /// arrive, continues together with the lanes that waited.
  std::optional<Group> arrive(Group group);

  /// Split `group` into the lanes `taken`, at `target`, and the rest, at `other`. They will reconverge at `point` (or
  /// no_reconvergence). Puts back the taken lanes, and returns the rest.
  Group part(const Group& group, std::uint32_t taken, std::uint32_t target, std::uint32_t other, std::uint32_t point);

  /// The lanes of `group` will reconverge at `point`, regardless of divergence before it.
  void reconverge_at(Group& group, std::uint32_t point);

  /// Call when `group` spins on work of lanes that wait to reconverge with it (such as the holder of a lock, at the end of the
  /// loop that took the lock): releases the lanes at the innermost reconvergence point where some wait.
  void release_for(const Group& group);

  /// The lanes released from a reconvergence point, and a group that waits for them.
  struct Released {
    Group waiting;
    std::uint32_t lanes = 0, pc = 0;
  };
  /// Call when no lane runs. If some lanes wait at a collective or a warp barrier for lanes that wait to reconverge, release the
  /// latter, so that they can proceed or exit. Returns nothing if there are no such lanes.
  std::optional<Released> release_awaited();

  /// Release the lanes that have arrived at reconvergence point `join` without waiting for the others.
  void release_join(std::uint32_t join, std::uint64_t clock);

  /// Lanes exit at `clock` and are no longer waited for.
  void exit(std::uint32_t lanes, std::uint64_t clock);

  /// Find the groups that wait with `one` for the same lanes (at a collective: at the same instruction; at a warp barrier: at any
  /// instruction). If they contain all these lanes, let them go on to the next instruction, and return the lanes; else return 0.
  /// Groups at the same instruction with the same reconvergence point ahead become one again.
  std::uint32_t release(Group one, std::uint64_t now);

 private:
  std::uint32_t new_join(const Join& join);
  void free_join(std::uint32_t join);
  void line_up();
  bool take_earliest();
  bool first_with(Group group, std::uint64_t clock) const;
  std::uint64_t earliest_clock() const;  ///< among groups_

  Group current_;  ///< the current group, unless `current_waits_`
  /// the current group was put back, and is the only one; warps that never diverge, as most do, so never copy their group
  bool current_waits_ = false;
  std::vector<Group> groups_;  ///< all other groups, in the order in which they were put back
  std::vector<Join> joins_;
  std::size_t first_free_ = 0;  ///< all joins before this one are in use
  std::uint32_t live_ = 0;
};

}  // namespace warplens::simt
