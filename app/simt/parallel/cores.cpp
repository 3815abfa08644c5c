#include "simt/parallel/cores.h"

#include <thread>

namespace warplens::simt {
namespace {

using namespace std::chrono_literals;

constexpr int looks_before_rest = 100'000;  // about 100 microseconds
constexpr auto rest = 50us;                 // longer than a turn takes
constexpr auto patience = 1ms;              // plus a quarter of the elapsed time

}  // namespace

/// Sleep briefly. If the other core repeatedly makes no progress meanwhile, its processor is busy with other work.
void Cores::rest_for(std::uint32_t other) {
  const auto before = std::chrono::steady_clock::now();
  const std::uint64_t turn = reached_[other].turn.load(std::memory_order_relaxed);
  std::this_thread::sleep_for(rest);
  if (reached_[other].turn.load(std::memory_order_relaxed) != turn) return;
  const auto now = std::chrono::steady_clock::now();
  const auto stood_still = stood_still_.fetch_add((now - before).count(), std::memory_order_relaxed);
  if (std::chrono::steady_clock::duration(stood_still) > patience + (now - began_) / 4)
    one_does_all_.store(true, std::memory_order_relaxed);
}

bool Cores::wait_for_others(std::uint32_t core) {
  const std::uint64_t own = reached_[core].turn.load(std::memory_order_relaxed);
  int looks = 0;
  for (std::uint32_t other = 0; other < count_; ++other) {
    while (other != core && reached_[other].turn.load(std::memory_order_acquire) < own) {
      if (empty_.load(std::memory_order_relaxed)) return true;
      if (given_up() || one_does_all()) return false;
      if (++looks % looks_before_rest == 0) rest_for(other);
    }
  }
  return true;
}

bool Cores::take_queue(BlockQueue& queue) const {
  if (empty_.load(std::memory_order_relaxed)) return false;
  queue = queue_;
  return true;
}

void Cores::put_queue(const BlockQueue& queue, std::uint64_t blocks) {
  queue_ = queue;
  if (queue.next == blocks) empty_.store(true, std::memory_order_relaxed);
}

}  // namespace warplens::simt
