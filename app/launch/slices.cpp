#include "launch/slices.h"

#include <utility>

namespace warplens::launch {

base::Result<LaunchResult> Slices::run(const std::function<std::unique_ptr<RunInParts>()>& begin) {
  begin_slice();
  if (next_ == ended_.size()) {
    if (current_ == nullptr) current_ = begin();
    if (!current_->go_on(end_)) pause();
    ended_.push_back(std::exchange(current_, nullptr)->result());
  }
  return ended_[next_++];
}

void Slices::complete_part() {
  begin_slice();
  ended_.clear();
  next_ = 0;
  if (RunInParts::Clock::now() >= end_) pause();
}

void Slices::begin_slice() {
  if (std::exchange(running_, true)) return;
  end_ = RunInParts::Clock::now() + length_;
}

void Slices::pause() {
  running_ = false;
  next_ = 0;
  throw Pause{};
}

}  // namespace warplens::launch
