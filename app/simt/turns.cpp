#include "simt/turns.h"

#include <algorithm>

namespace warplens::simt {
namespace {

/// Earlier turns first, then lower places.
bool later(const Turn& a, const Turn& b) { return a.time != b.time ? a.time > b.time : a.warp > b.warp; }

}  // namespace

void Turns::add(Turn turn) {
  waiting_.push_back(turn);
  if (schedule_ == launch::Schedule::timed) std::push_heap(waiting_.begin(), waiting_.end(), later);
}

Turn Turns::take() {
  switch (schedule_) {
    case launch::Schedule::timed:
      std::pop_heap(waiting_.begin(), waiting_.end(), later);
      break;
    case launch::Schedule::round_robin: {
      const Turn turn = waiting_[head_++];
      if (head_ > 64 && head_ * 2 > waiting_.size()) {
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(head_));
        head_ = 0;
      }
      return turn;
    }
    case launch::Schedule::random:
      std::swap(waiting_[random_.below(static_cast<std::uint32_t>(waiting_.size()))], waiting_.back());
      break;
  }
  const Turn turn = waiting_.back();
  waiting_.pop_back();
  return turn;
}

bool Turns::goes_on(Turn turn) const {
  return schedule_ == launch::Schedule::timed && (waiting_.empty() || later(waiting_.front(), turn));
}

}  // namespace warplens::simt
