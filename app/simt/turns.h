#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/random.h"
#include "launch/launch.h"

namespace warplens::simt {

/// A warp's turn: it does one operation that others can see, and what follows up to the next.
struct Turn {
  std::uint64_t time;
  std::uint32_t warp;  ///< place among the resident warps
};

/// Who goes next: the schedule of a launch (launch::Schedule).
class Turns {
 public:
  Turns(launch::Schedule schedule, std::uint64_t seed) : schedule_(schedule), random_(seed) {}

  bool empty() const { return waiting_.size() == head_; }
  void add(Turn turn);
  /// Take out the next turn; there must be one.
  Turn take();
  /// Whether a warp that is ready for its next visible operation may do it at once, because it would be next anyway.
  bool goes_on(Turn turn) const;

 private:
  launch::Schedule schedule_;
  base::Random random_;
  std::vector<Turn> waiting_;  ///< timed: a heap, earliest first; round robin: a queue from head_ on; random: in any order
  std::size_t head_ = 0;
};

}  // namespace warplens::simt
