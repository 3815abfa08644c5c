#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

namespace warplens::serve {

/// Limits how often each client may ask for something: `burst` times at once, and then once per `pause`. Thread-safe.
class RateLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;

  RateLimit(int burst, std::chrono::milliseconds pause) : burst_(burst), pause_(pause) {}
  /// Whether `client`, an address, may ask now; if so, this counts as having asked.
  bool admit(const std::string& client, Time now = std::chrono::steady_clock::now());

 private:
  void forget_idle(Time now);

  const int burst_;
  const std::chrono::milliseconds pause_;
  std::mutex mutex_;
  std::unordered_map<std::string, Time> free_at_;  ///< per client, the time from which it may send a whole burst again
};

}  // namespace warplens::serve
