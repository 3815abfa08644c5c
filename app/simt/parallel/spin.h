#pragma once

#include <thread>

namespace warplens::simt {

/// Number of looks that take about 200 microseconds. On a virtual processor, going to sleep and waking up takes up to 170; with
/// fewer looks, the core that waits for one that is waking up would go to sleep itself, and so on in turn.
inline constexpr int looks_before_sleep = 10'000;

/// Poll `done` until it returns true, at most `looks` times, each about 20 nanoseconds. Returns its last result.
template <typename Done>
bool spin(int looks, Done done) {
  for (int k = 0; k < looks; ++k) {
    if (done()) return true;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
  }
  return done();
}

}  // namespace warplens::simt
