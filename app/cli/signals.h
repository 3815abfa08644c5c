#pragma once

#include <atomic>
#include <csignal>
#include <thread>

namespace warplens::cli {

/// While it lives, Ctrl C (SIGINT) and SIGTERM do not end the program: long work polls came(), ends early and tidies up. Covers
/// only this thread and threads that start meanwhile.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Whether SIGINT or SIGTERM has come.
  bool came();

 private:
  sigset_t signals_{}, before_{};
  bool came_ = false;
};

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
