#pragma once

#include <csignal>
#include <thread>

#include "experiment/sweep/sweep_run.h"

namespace warplens::cli {

/// While it lives: Ctrl C ends the sweep with what there is instead of the program, and a terminal on standard error shows how
/// far the sweep is and how long it takes.
class SweepWatch {
 public:
  explicit SweepWatch(experiment::SweepProgress& progress);
  ~SweepWatch();
  SweepWatch(const SweepWatch&) = delete;
  SweepWatch& operator=(const SweepWatch&) = delete;

 private:
  sigset_t before_{};
  std::jthread thread_;
};

/// "12 of 40 parts, about 35 s left".
std::string progress_line(const experiment::SweepState& state);

}  // namespace warplens::cli
