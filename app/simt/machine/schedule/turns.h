#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.h"
#include "launch/launch.h"

namespace warplens::simt {

/// A warp's turn: one operation that other warps can observe, and the instructions after it up to the next such operation.
struct Turn {
  std::uint64_t time;
  std::uint32_t slot;  ///< of the warp

  static constexpr int slot_bits = 20;
  /// Orders turns by time, then by slot, in one number, so that one comparison suffices.
  constexpr std::uint64_t key() const { return time << slot_bits | slot; }
};

/// Selects the next warp, by the schedule of a launch (launch::Schedule).
class Turns {
 public:
  Turns(launch::Schedule schedule, std::uint64_t seed) : schedule_(schedule), random_(seed) {}

  bool empty() const { return waiting_ == 0; }
  /// A warp has at most one turn at a time.
  void add(Turn turn) {
    ++waiting_;
    if (schedule_ != launch::Schedule::timed) return queue_.push_back(turn.key());
    if (turn.slot >= leaves_) grow(turn.slot);
    set(turn.slot, turn.key());
    if (turn.slot == taken_) taken_ = nobody;
  }
  /// Timed only: the turn that take() would return; there must be one.
  Turn first() {
    if (taken_ != nobody) set(std::exchange(taken_, nobody), never);
    return turn_of(tree_[1]);
  }
  /// Remove the next turn; there must be one. Recorded: the turn of the warp with the longest wait.
  Turn take() {
    --waiting_;
    if (schedule_ != launch::Schedule::timed) return take_from_queue();
    const Turn turn = first();
    taken_ = turn.slot;
    return turn;
  }
  /// Recorded only: remove the turn of `slot`, which must have one.
  Turn take_of(std::uint32_t slot);
  /// Recorded only: the slots that have turns, longest wait first.
  std::vector<std::uint32_t> slots() const;
  /// Timed only: whether the running warp, ready for its next observable operation, may execute it at once, because its turn
  /// would be next anyway. If not, the caller adds a turn at that time.
  bool goes_on(Turn turn) {
    set(turn.slot, turn.key());
    return tree_[1] == turn.key();
  }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};
  static constexpr std::uint32_t nobody = ~0u;
  static constexpr Turn turn_of(std::uint64_t key) {
    return {key >> Turn::slot_bits, static_cast<std::uint32_t>(key & ((1u << Turn::slot_bits) - 1))};
  }
  /// Update the tree from the leaf to the root. The sibling of each entry is known in advance, so a level costs one comparison
  /// and no unpredictable branch.
  void set(std::uint32_t slot, std::uint64_t key) {
    std::uint64_t* const tree = tree_.data();
    std::size_t at = leaves_ + slot;
    if (tree[at] == key) return;
    tree[at] = key;
    for (; at > 1; at /= 2) {
      key = std::min(key, tree[at ^ 1]);
      tree[at / 2] = key;
    }
  }
  Turn take_from_queue();
  void grow(std::uint32_t slot);

  launch::Schedule schedule_;
  base::Random random_;
  std::size_t waiting_ = 0;  ///< number of turns
  /// Timed: a tournament tree. Entry leaves_ + s is the turn of slot s, or never; entry i the earlier of the entries 2i and 2i +
  /// 1. The turn taken last stays in the tree, at the time last passed to goes_on(), until its warp gets another turn or another
  /// turn is taken: so a turn costs one path from a leaf to the root.
  std::vector<std::uint64_t> tree_;
  std::uint32_t leaves_ = 0;
  std::uint32_t taken_ = nobody;  ///< slot of the turn taken last
  /// Round-robin and recorded: a queue that starts at head_; random: in any order.
  std::vector<std::uint64_t> queue_;
  std::size_t head_ = 0;
};

}  // namespace warplens::simt
