#pragma once

#include <csignal>

#include <atomic>
#include <thread>

namespace warplens::cli {

/// While it lives, SIGTERM and SIGHUP do not end this process but the compilers and the program that it has started, which have a
/// second to end by themselves. This process then goes on and tidies up. Create it before any other thread.
class Termination {
 public:
  Termination();
  ~Termination();
  Termination(const Termination&) = delete;
  Termination& operator=(const Termination&) = delete;

  /// Whether one of the signals has come.
  bool came() const { return came_; }

 private:
  void watch(const std::stop_token& stop);

  sigset_t signals_{}, before_{};
  std::atomic<bool> came_ = false;
  std::jthread thread_;
};

}  // namespace warplens::cli
