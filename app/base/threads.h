#pragma once

#include <future>
#include <utility>

namespace warplens::base {

/// Whether threads can be started: always, except in a page to which the browser gives no memory that threads share.
bool has_threads();

/// The result of `work`, done on a thread of its own; where there are none, when the result is asked for.
template <typename Work>
auto beside(Work work) {
  return std::async(has_threads() ? std::launch::async : std::launch::deferred, std::move(work));
}

}  // namespace warplens::base
