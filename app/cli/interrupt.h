#pragma once

#include <csignal>

namespace warplens::cli {

/// While it lives, Ctrl C (SIGINT) and SIGTERM do not end the program: whoever works asks from time to time, and tidies up. Only
/// for threads that start meanwhile, and this one.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Whether one of them has come.
  bool came();

 private:
  sigset_t signals_{}, before_{};
  bool came_ = false;
};

}  // namespace warplens::cli
