#pragma once

#include <cstdint>
#include <map>

#include "simt/machine/checkpoint.h"

namespace warplens::simt {

/// At least this many checkpoints of a launch are kept, however large they are.
inline constexpr unsigned min_checkpoints = 2;

/// Checkpoints of one launch, indexed by step, as dense as a byte budget allows.
template <typename Position>
class Checkpoints {
 public:
  struct Kept {
    Checkpoint machine;
    Position position;  ///< the caller's own state at the checkpoint
  };

  /// The step at which the next checkpoint is due.
  std::uint64_t next() const { return kept_.empty() ? 0 : kept_.rbegin()->first + distance_; }

  /// Drops every second checkpoint when they become too many or too large; the first, at step 0, is always kept.
  void add(std::uint64_t step, Kept kept) {
    bytes_ += kept.machine.bytes();
    kept_.insert_or_assign(step, std::move(kept));
    while (kept_.size() > min_checkpoints && (bytes_ > max_bytes || kept_.size() > most)) thin_out();
  }

  /// The last checkpoint at or before `step`; there must be one.
  std::pair<std::uint64_t, const Kept&> until(std::uint64_t step) const {
    const auto after = kept_.upper_bound(step);
    return {std::prev(after)->first, std::prev(after)->second};
  }

  void forget_after(std::uint64_t step) {
    for (auto kept = kept_.upper_bound(step); kept != kept_.end(); kept = kept_.erase(kept))
      bytes_ -= kept->second.machine.bytes();
  }

  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr std::uint64_t max_bytes = std::uint64_t{400} << 20;
  static constexpr std::size_t most = 128;

  void thin_out() {
    distance_ *= 2;
    bool goes = false;
    for (auto kept = kept_.begin(); kept != kept_.end(); goes = !goes) {
      if (goes) bytes_ -= kept->second.machine.bytes();
      kept = goes ? kept_.erase(kept) : std::next(kept);
    }
  }

  std::map<std::uint64_t, Kept> kept_;
  std::uint64_t distance_ = 8192;  ///< steps between checkpoints: replaying them takes about a millisecond
  std::uint64_t bytes_ = 0;
};

}  // namespace warplens::simt
