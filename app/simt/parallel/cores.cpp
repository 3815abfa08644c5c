#include "simt/parallel/cores.h"

#include <algorithm>
#include <thread>

namespace warplens::simt {
namespace {

using namespace std::chrono_literals;

constexpr int looks_before_rest = 100'000;  // about 100 microseconds
constexpr auto rest = 50us;                 // longer than a turn takes
constexpr auto patience = 1ms;              // plus a quarter of the elapsed time

constexpr std::uint64_t none = ~std::uint64_t{0};

}  // namespace

Cores::Cores(std::uint32_t count, const GlobalMemory& memory, const DeviceSpec& spec)
    : claims(memory), l2(spec, count), count_(count) {
  for (const Allocation& allocation : memory.allocations()) l2.add_allocation(memory.slot_of(allocation), allocation.window.size);
}

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

/// With `waiting_` held.
void Cores::advance_if_all_wait() {
  const auto end = next_.begin() + count_;
  const std::uint64_t earliest = *std::min_element(next_.begin(), end);
  if (earliest == 0 || earliest == none) return;
  l2.advance(earliest);
  for (auto next = next_.begin(); next != end; ++next) {
    if (*next != none && *next < l2.interval_end()) *next = 0;
  }
  advances_.fetch_add(1, std::memory_order_release);
}

bool Cores::wait_for_interval(std::uint32_t core, std::uint64_t time) {
  std::uint64_t seen;
  {
    const std::lock_guard lock(waiting_);
    next_[core] = time;
    seen = advances_.load(std::memory_order_relaxed);
    advance_if_all_wait();
  }
  for (int looks = 1;; ++looks) {
    if (advances_.load(std::memory_order_acquire) != seen) {
      const std::lock_guard lock(waiting_);
      if (next_[core] == 0) return true;
      seen = advances_.load(std::memory_order_relaxed);
    }
    if (given_up() || one_does_all()) return false;
    if (looks % looks_before_rest != 0) continue;
    for (std::uint32_t other = 0; other < count_; ++other) {
      if (reached_[other].turn.load(std::memory_order_relaxed) < reached_[core].turn.load(std::memory_order_relaxed))
        rest_for(other);
    }
  }
}

void Cores::leave(std::uint32_t core) {
  const std::lock_guard lock(waiting_);
  next_[core] = none;
  advance_if_all_wait();
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
