#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/not_yet.h"
#include "base/threads.h"
#include "launch/slices.h"

namespace warplens::desk {

/// Serves requests one at a time on a thread of its own, so that the window's thread never blocks. Keeps only the latest pending
/// request and the latest answer. In a page without threads it serves requests between frames. A request that cannot be served
/// yet (base::NotYet) is tried again, until it can be or another waits.
template <typename Request, typename Answer>
class Background {
 public:
  using Clock = std::chrono::steady_clock;
  /// The request being served, and its start.
  struct Serving {
    Request request;
    Clock::time_point since;
  };

  /// `work` runs on the thread; if it returns nothing, the last answer stays. `wake` is called from the thread when a request has
  /// been served. Without `threads`, take() works instead: it serves a request, or a slice of it (launch::Slices), then calls
  /// `wake`, since there may be more to do.
  Background(std::function<std::optional<Answer>(const Request&)> work, std::function<void()> wake,
             bool threads = base::has_threads())
      : work_(std::move(work)), wake_(std::move(wake)), threads_(threads) {}
  ~Background() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
  }

  void request(Request request) {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(request);
    tell();
  }
  /// Forget the pending request. The one being served goes on.
  void drop_waiting() {
    const std::lock_guard lock(mutex_);
    waiting_.reset();
    changed_.notify_all();
  }
  /// Release an object on the thread: freeing hundreds of megabytes takes longer than a frame.
  void discard(std::shared_ptr<const void> unwanted) {
    const std::lock_guard lock(mutex_);
    discarded_.push_back(std::move(unwanted));
    tell();
  }
  std::optional<Answer> take() {
    if (!threads_) serve_slice();
    const std::lock_guard lock(mutex_);
    return std::exchange(answer_, std::nullopt);
  }
  std::optional<Serving> serving() const {
    const std::lock_guard lock(mutex_);
    return serving_;
  }
  bool waiting() const {
    const std::lock_guard lock(mutex_);
    return waiting_.has_value();
  }
  /// Wait until no request is running or pending (for rendering without a window, and for tests).
  void wait_until_idle() {
    while (!threads_ && (serving() || waiting())) serve_slice();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !serving_ && !waiting_; });
  }

 private:
  /// Notify the thread of new work; the first call starts it.
  void tell() {
    if (!threads_) return wake_();
    if (!thread_.joinable()) thread_ = std::jthread([this] { serve(); });
    changed_.notify_all();
  }

  void serve_slice() {
    discarded_.clear();
    if (!serving_) {
      if (!waiting_) return;
      serving_ = Serving{std::move(*waiting_), Clock::now()};
      waiting_.reset();
    }
    try {
      std::optional<Answer> answer = work_(serving_->request);
      serving_.reset();
      if (answer) answer_ = std::move(answer);
    } catch (const launch::Pause&) {
    } catch (const base::NotYet&) {
      if (waiting()) serving_.reset();
    }
    wake_();
  }

  /// Serve the request, once that is possible.
  std::optional<Answer> persist(const Request& request) {
    for (;;) {
      try {
        return work_(request);
      } catch (const base::NotYet&) {
        const std::lock_guard lock(mutex_);
        if (stopping_ || waiting_) return std::nullopt;
      }
    }
  }

  void serve() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || waiting_ || !discarded_.empty(); });
      if (stopping_ && !waiting_ && discarded_.empty()) return;
      auto discarded = std::exchange(discarded_, {});
      const std::optional<Request> request = std::exchange(waiting_, std::nullopt);
      if (request) serving_ = Serving{*request, Clock::now()};
      lock.unlock();
      discarded.clear();  // not under the lock, which the window's thread takes
      if (!request) continue;
      std::optional<Answer> answer = persist(*request);
      lock.lock();
      serving_.reset();
      if (answer) std::swap(answer_, answer);  // the old one goes after the lock, too
      changed_.notify_all();
      lock.unlock();
      wake_();
    }
  }

  std::function<std::optional<Answer>(const Request&)> work_;
  std::function<void()> wake_;
  const bool threads_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::optional<Request> waiting_;
  std::optional<Serving> serving_;
  std::optional<Answer> answer_;
  std::vector<std::shared_ptr<const void>> discarded_;
  std::jthread thread_;  ///< last: uses everything above; stopped and joined on destruction
};

}  // namespace warplens::desk
