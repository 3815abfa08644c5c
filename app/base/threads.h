#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace warplens::base {

/// Number of processors that this process may keep busy: as its affinity allows (sched_getaffinity(2)), or fewer if its control
/// group has a quota of processor time (cgroups(7), version 2, `cpu.max`; rounded up). At least 1. Unlike this,
/// std::thread::hardware_concurrency() returns the machine's number, whatever the process may use.
unsigned processors();

/// Read the quota from a control group's `cpu.max` file, rounded up to whole processors; 0 if there is no file or no limit.
unsigned processor_quota(const std::filesystem::path& cpu_max);

/// Whether threads can be started: always, except in a web page without memory that threads can share.
bool has_threads();

/// Whether this thread may start other threads and block until they finish. False in a page without threads, and on a page's main
/// thread while its Web Workers are loading: they cannot finish loading while it blocks.
bool may_await_threads();

/// Start `work` on another thread, and return its future. If this thread must not block (may_await_threads), `work` runs on this
/// thread instead, when the future's value is requested.
template <typename Work>
auto start(Work work) {
  return std::async(may_await_threads() ? std::launch::async : std::launch::deferred, std::move(work));
}

/// Divide the range [0, count) into parts, call work(begin, end) for each in parallel, and return when all are done. There are at
/// most as many parts as processors, and no part is smaller than `least` (unless `count` is): less work is not worth a thread. If
/// this thread must not block (may_await_threads), it does everything itself. `work` must not throw.
template <typename Work>
void in_parts(std::uint64_t count, std::uint64_t least, const Work& work) {
  const std::uint64_t most = may_await_threads() ? processors() : 1;
  const std::uint64_t parts = std::clamp<std::uint64_t>(count / std::max<std::uint64_t>(least, 1), 1, most);
  std::vector<std::jthread> others;
  for (std::uint64_t part = 1; part < parts; ++part)
    others.emplace_back([&work, part, parts, count] { work(count * part / parts, count * (part + 1) / parts); });
  work(std::uint64_t{0}, count / parts);
}

}  // namespace warplens::base
