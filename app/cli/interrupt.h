#pragma once

#include <csignal>

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

}  // namespace warplens::cli
