#include "simt/turns.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace warplens::simt {

void Turns::add(Turn turn) {
  ++waiting_;
  if (schedule_ != launch::Schedule::timed) return queue_.push_back(turn.key());
  if (turn.warp >= leaves_) grow(turn.warp);
  set(turn.warp, turn.key());
  if (turn.warp == taken_) taken_ = nobody;
}

bool Turns::goes_on(Turn turn) {
  set(turn.warp, turn.key());
  return tree_[1] == turn.key();
}

/// From the leaf to the root: the other entry of each pair is known beforehand, so a level costs one comparison and no branch
/// that a processor could guess wrong.
void Turns::set(std::uint32_t place, std::uint64_t key) {
  std::uint64_t* const tree = tree_.data();
  std::size_t at = leaves_ + place;
  if (tree[at] == key) return;
  tree[at] = key;
  for (; at > 1; at /= 2) {
    key = std::min(key, tree[at ^ 1]);
    tree[at / 2] = key;
  }
}

void Turns::grow(std::uint32_t place) {
  const std::vector<std::uint64_t> old(tree_.begin() + leaves_, tree_.end());
  leaves_ = std::bit_ceil(std::max(place + 1, 64u));
  tree_.assign(2 * std::size_t{leaves_}, never);
  std::copy(old.begin(), old.end(), tree_.begin() + leaves_);
  for (std::size_t at = leaves_ - 1; at > 0; --at) tree_[at] = std::min(tree_[2 * at], tree_[2 * at + 1]);
}

Turn Turns::first() {
  if (taken_ != nobody) set(std::exchange(taken_, nobody), never);
  return turn_of(tree_[1]);
}

Turn Turns::take() {
  --waiting_;
  switch (schedule_) {
    case launch::Schedule::timed: {
      const Turn turn = first();
      taken_ = turn.warp;
      return turn;
    }
    case launch::Schedule::round_robin:
    case launch::Schedule::recorded: {
      const Turn turn = turn_of(queue_[head_++]);
      if (head_ > 64 && head_ * 2 > queue_.size()) {
        queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(head_));
        head_ = 0;
      }
      return turn;
    }
    case launch::Schedule::random:
      break;
  }
  std::swap(queue_[random_.below(static_cast<std::uint32_t>(queue_.size()))], queue_.back());
  const Turn turn = turn_of(queue_.back());
  queue_.pop_back();
  return turn;
}

Turn Turns::take_of(std::uint32_t place) {
  const auto at = std::find_if(queue_.begin() + static_cast<std::ptrdiff_t>(head_), queue_.end(),
                               [=](std::uint64_t key) { return turn_of(key).warp == place; });
  const Turn turn = turn_of(*at);
  queue_.erase(at);
  --waiting_;
  return turn;
}

std::vector<std::uint32_t> Turns::places() const {
  std::vector<std::uint32_t> places;
  for (std::size_t i = head_; i < queue_.size(); ++i) places.push_back(turn_of(queue_[i]).warp);
  return places;
}

}  // namespace warplens::simt
