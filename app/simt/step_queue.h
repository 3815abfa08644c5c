#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <queue>
#include <vector>

namespace warplens::simt {

/// Steps of warps that ran ahead of others, waiting to be recorded in the order of time. A calendar: a list for each of the next
/// cycles, and a heap for what lies further ahead.
class StepQueue {
 public:
  struct Step {
    std::uint64_t cycle;
    std::uint32_t warp, pc, active;
  };

  /// `step.cycle` must not lie before a cycle that has been drained.
  void add(const Step& step) {
    if (step.cycle - drained_ >= days) return far_.push({step, sequence_++});
    calendar_[step.cycle % days].push_back(step);
    ++near_;
  }

  /// Visit and remove all steps before `cycle`: in order of time, of one cycle in the order in which they were added.
  template <typename Visit>
  void drain(std::uint64_t cycle, Visit visit) {
    while (drained_ < cycle) {
      if (near_ == 0) {  // nothing until the first that lies further ahead
        const std::uint64_t next = far_.empty() ? cycle : std::min(cycle, far_.top().step.cycle);
        drained_ = std::max(drained_, next);
        if (drained_ == cycle) return;
      }
      // Those from the heap were added first, when this cycle was still far ahead.
      for (; !far_.empty() && far_.top().step.cycle <= drained_; far_.pop()) visit(far_.top().step);
      std::vector<Step>& day = calendar_[drained_ % days];
      for (const Step& step : day) visit(step);
      near_ -= day.size();
      day.clear();
      ++drained_;
    }
  }

 private:
  struct Far {
    Step step;
    std::uint64_t sequence;
    bool operator>(const Far& other) const {
      return step.cycle != other.step.cycle ? step.cycle > other.step.cycle : sequence > other.sequence;
    }
  };

  static constexpr std::uint64_t days = 2048;  // more than most waits for memory
  std::array<std::vector<Step>, days> calendar_;
  std::size_t near_ = 0;
  std::uint64_t drained_ = 0;  ///< all cycles before are done
  std::priority_queue<Far, std::vector<Far>, std::greater<>> far_;
  std::uint64_t sequence_ = 0;
};

}  // namespace warplens::simt
