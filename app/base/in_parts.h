#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "base/processors.h"
#include "base/threads.h"

namespace warplens::base {

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
