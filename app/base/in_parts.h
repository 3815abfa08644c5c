#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "base/processors.h"
#include "base/threads.h"

namespace warplens::base {

/// Calls work(begin, end) for parts that cover 0 … count, side by side on the processors there are, and returns once all are
/// done. Where this thread may not await others (may_await_threads), there is one part. A part has at least `least` of them: less
/// is not worth a thread. `work` must not throw.
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
