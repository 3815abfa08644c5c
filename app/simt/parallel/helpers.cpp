#include "simt/parallel/helpers.h"

#include <algorithm>
#include <system_error>

#include "simt/parallel/spin.h"

namespace warplens::simt {

void Call::settle(State state) {
  State open = State::open;
  if (state_.compare_exchange_strong(open, state, std::memory_order_acq_rel)) state_.notify_all();
}

void Call::await_all() const {
  for (std::uint32_t here = arrived_.load(); here != helpers_; here = arrived_.load()) arrived_.wait(here);
}

void Call::await_end() const {
  for (std::uint32_t ended = ended_.load(std::memory_order_acquire); ended != helpers_;
       ended = ended_.load(std::memory_order_acquire))
    ended_.wait(ended, std::memory_order_acquire);
}

void Call::answer() {
  if (state_.load(std::memory_order_acquire) == State::closed) return;
  const std::uint32_t helper = arrived_.fetch_add(1) + 1;
  arrived_.notify_all();
  // Spin first: the call begins once the last helper has arrived, usually before a sleeping thread could be woken.
  if (!spin(looks_before_sleep, [&] { return state_.load(std::memory_order_acquire) != State::open; }))
    state_.wait(State::open, std::memory_order_acquire);
  if (state_.load(std::memory_order_acquire) == State::closed) return;
  work_(helper);
  ended_.fetch_add(1, std::memory_order_release);
  ended_.notify_all();
}

Helpers::~Helpers() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Helpers::are_worth_a_call() {
  const std::lock_guard lock(mutex_);
  if (without_ == 0) return true;
  --without_;
  return false;
}

void Helpers::have_helped(bool helped) {
  constexpr std::uint32_t longest_pause = 64;
  const std::lock_guard lock(mutex_);
  pause_ = helped ? 0 : std::clamp(2 * pause_, 1u, longest_pause);
  without_ = pause_;
}

void Helpers::call(const std::shared_ptr<Call>& call, std::uint32_t helpers) {
  {
    const std::lock_guard lock(mutex_);
    latest_ = call;
    wanted_ = helpers;
    ++calls_;
    try {
      while (threads_.size() < helpers)
        threads_.emplace_back([this, helper = static_cast<std::uint32_t>(threads_.size())] { serve(helper); });
    } catch (const std::system_error&) {
      return;  // the caller does without
    }
  }
  changed_.notify_all();
}

void Helpers::serve(std::uint32_t helper) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || calls_ != seen; });
    if (ends_) return;
    seen = calls_;
    const std::shared_ptr<Call> call = latest_;
    if (helper >= wanted_ || call == nullptr) continue;  // null: the others have ended already
    lock.unlock();
    call->answer();
    lock.lock();
    if (latest_ == call) latest_.reset();
  }
}

}  // namespace warplens::simt
