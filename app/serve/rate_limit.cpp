#include "serve/rate_limit.h"

#include <algorithm>

namespace warplens::serve {
namespace {

/// So many clients that those which may ask freely again are forgotten.
constexpr std::size_t many_clients = 10'000;

}  // namespace

bool RateLimit::admit(const std::string& client, Time now) {
  const std::lock_guard lock(mutex_);
  if (free_at_.size() >= many_clients) forget_idle(now);
  Time& free_at = free_at_[client];
  const Time next = std::max(free_at, now) + pause_;
  if (next - now > burst_ * pause_) return false;
  free_at = next;
  return true;
}

void RateLimit::forget_idle(Time now) {
  std::erase_if(free_at_, [now](const auto& each) { return each.second <= now; });
}

}  // namespace warplens::serve
