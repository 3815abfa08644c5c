#include "tests/mutated/reading_limits.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <utility>

namespace warplens {
namespace {

constexpr std::chrono::seconds max_time{10};
constexpr std::uint64_t max_kib = std::uint64_t{2} << 20;

/// Begin to measure the peak of this process's memory anew (proc(5), clear_refs).
void forget_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

/// Most memory that this process has had since then, KiB.
std::uint64_t peak_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::uint64_t kib = 0; word == "VmHWM:" && status >> kib) return kib;
  return 0;
}

}  // namespace

ReadingLimits::ReadingLimits(std::string file) : file_(std::move(file)) {
  forget_peak();
  watcher_ = std::thread([this] { watch(); });
}

void ReadingLimits::watch() {
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, max_time, [this] { return read_; })) return;
  std::fprintf(stderr, "%s is not read within %lld seconds\n", file_.c_str(), static_cast<long long>(max_time.count()));
  std::abort();
}

ReadingLimits::~ReadingLimits() {
  {
    const std::lock_guard lock(mutex_);
    read_ = true;
  }
  changed_.notify_one();
  watcher_.join();
  EXPECT_LE(peak_kib(), max_kib) << file_ << " takes too much memory";
}

}  // namespace warplens
