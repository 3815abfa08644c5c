#pragma once

#include <csignal>

#include "launch/device.h"

namespace warplens::runtime {

/// While it lives, Ctrl C (SIGINT) also cancels a launch, if the program handles that signal: Python only notes it, and acts on
/// it when the launch returns. The program's own handler runs then, and stays. At most one at a time.
class InterruptibleLaunch {
 public:
  explicit InterruptibleLaunch(launch::Progress& progress);
  ~InterruptibleLaunch();
  InterruptibleLaunch(const InterruptibleLaunch&) = delete;
  InterruptibleLaunch& operator=(const InterruptibleLaunch&) = delete;

 private:
  [[maybe_unused]] bool installed_ = false;
};

}  // namespace warplens::runtime
