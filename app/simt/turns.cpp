#include "simt/turns.h"

#include <utility>

namespace warplens::simt {

void Turns::add(Turn turn) {
  waiting_.push_back(key(turn));
  if (schedule_ != launch::Schedule::timed) return;
  const std::uint64_t added = waiting_.back();
  std::size_t at = waiting_.size() - 1;
  for (; at > 0 && waiting_[(at - 1) / 4] > added; at = (at - 1) / 4) waiting_[at] = waiting_[(at - 1) / 4];
  waiting_[at] = added;
}

/// A heap in which each entry has four children: flatter than a binary one, and its children lie in one cache line.
std::uint64_t Turns::take_earliest() {
  const std::uint64_t earliest = waiting_.front(), moved = waiting_.back();
  waiting_.pop_back();
  const std::size_t size = waiting_.size();
  if (size == 0) return earliest;
  std::size_t at = 0;
  for (std::size_t child = 1; child < size; child = 4 * at + 1) {
    std::size_t least = child;
    if (child + 4 <= size) {
      const std::size_t a = waiting_[child + 1] < waiting_[child] ? child + 1 : child;
      const std::size_t b = waiting_[child + 3] < waiting_[child + 2] ? child + 3 : child + 2;
      least = waiting_[b] < waiting_[a] ? b : a;
    } else {
      for (std::size_t other = child + 1; other < size; ++other) least = waiting_[other] < waiting_[least] ? other : least;
    }
    if (waiting_[least] >= moved) break;
    waiting_[at] = waiting_[least];
    at = least;
  }
  waiting_[at] = moved;
  return earliest;
}

Turn Turns::take() {
  switch (schedule_) {
    case launch::Schedule::timed:
      return turn_of(take_earliest());
    case launch::Schedule::round_robin: {
      const Turn turn = turn_of(waiting_[head_++]);
      if (head_ > 64 && head_ * 2 > waiting_.size()) {
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(head_));
        head_ = 0;
      }
      return turn;
    }
    case launch::Schedule::random:
      break;
  }
  std::swap(waiting_[random_.below(static_cast<std::uint32_t>(waiting_.size()))], waiting_.back());
  const Turn turn = turn_of(waiting_.back());
  waiting_.pop_back();
  return turn;
}

}  // namespace warplens::simt
