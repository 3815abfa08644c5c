#pragma once

#include <future>
#include <utility>

namespace warplens::base {

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

}  // namespace warplens::base
