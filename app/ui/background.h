#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace warplens::ui {

/// Serves requests one at a time on its own thread, so that the window's thread never blocks. Only the latest pending request is
/// served, and only the latest answer is kept.
template <typename Request, typename Answer>
class Background {
 public:
  /// `work` runs on the thread; `wake` is called from it when an answer is available.
  Background(std::function<Answer(const Request&)> work, std::function<void()> wake)
      : work_(std::move(work)), wake_(std::move(wake)), thread_([this](const std::stop_token& stop) { serve(stop); }) {}

  void request(Request request) {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(request);
    changed_.notify_all();
  }
  std::optional<Answer> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answer_, std::nullopt);
  }
  /// Wait until no request is running or pending (for rendering without a window, and for tests).
  void wait_until_idle() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !working_ && !waiting_; });
  }

 private:
  void serve(const std::stop_token& stop) {
    for (;;) {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, stop, [this] { return waiting_.has_value(); })) return;
      const Request request = *std::exchange(waiting_, std::nullopt);
      working_ = true;
      lock.unlock();
      Answer answer = work_(request);
      lock.lock();
      working_ = false;
      answer_ = std::move(answer);
      changed_.notify_all();
      lock.unlock();
      wake_();
    }
  }

  std::function<Answer(const Request&)> work_;
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Request> waiting_;
  std::optional<Answer> answer_;
  bool working_ = false;
  std::jthread thread_;  ///< last: uses everything above; stopped and joined on destruction
};

}  // namespace warplens::ui
