#include "simt/machine/schedule/turns.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplens::simt {

void Turns::grow(std::uint32_t slot) {
  const std::vector<std::uint64_t> old(tree_.begin() + leaves_, tree_.end());
  leaves_ = std::bit_ceil(std::max(slot + 1, 64u));
  tree_.assign(2 * std::size_t{leaves_}, never);
  std::copy(old.begin(), old.end(), tree_.begin() + leaves_);
  for (std::size_t at = leaves_ - 1; at > 0; --at) tree_[at] = std::min(tree_[2 * at], tree_[2 * at + 1]);
}

Turn Turns::take_from_queue() {
  if (schedule_ != launch::Schedule::random) {
    const Turn turn = turn_of(queue_[head_++]);
    if (head_ > 64 && head_ * 2 > queue_.size()) {
      queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(head_));
      head_ = 0;
    }
    return turn;
  }
  std::swap(queue_[random_.below(static_cast<std::uint32_t>(queue_.size()))], queue_.back());
  const Turn turn = turn_of(queue_.back());
  queue_.pop_back();
  return turn;
}

Turn Turns::take_of(std::uint32_t slot) {
  const auto at = std::find_if(queue_.begin() + static_cast<std::ptrdiff_t>(head_), queue_.end(),
                               [=](std::uint64_t key) { return turn_of(key).slot == slot; });
  const Turn turn = turn_of(*at);
  queue_.erase(at);
  --waiting_;
  return turn;
}

std::vector<std::uint32_t> Turns::slots() const {
  std::vector<std::uint32_t> slots;
  for (std::size_t i = head_; i < queue_.size(); ++i) slots.push_back(turn_of(queue_[i]).slot);
  return slots;
}

}  // namespace warplens::simt
