#pragma once

#include <future>
#include <utility>

namespace warplens::base {

/// Whether threads can be started: always, except in a page to which the browser gives no memory that threads share.
bool has_threads();

/// Whether this thread may start others and wait for them. Not so in a page without threads, nor for the page's own thread while
/// workers for others still load: they cannot while it waits.
bool may_await_threads();

/// The result of `work`, done on a thread of its own; where this thread may not await any, when the result is asked for.
template <typename Work>
auto beside(Work work) {
  return std::async(may_await_threads() ? std::launch::async : std::launch::deferred, std::move(work));
}

}  // namespace warplens::base
