#pragma once

#include <future>
#include <utility>

namespace warplens::base {

/// Whether threads can be started: always, except in a page to which the browser gives no memory that threads share.
bool has_threads();

/// Whether this thread may start other threads and block until they finish. False in a page without threads, and on a page's main
/// thread while its Web Workers are loading: they cannot finish loading while it blocks.
bool may_await_threads();

/// Starts `work` on another thread and returns its future. If this thread must not block (may_await_threads), `work` runs on this
/// thread instead, when the future's value is requested.
template <typename Work>
auto start(Work work) {
  return std::async(may_await_threads() ? std::launch::async : std::launch::deferred, std::move(work));
}

}  // namespace warplens::base
