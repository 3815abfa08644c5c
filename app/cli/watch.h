#pragma once

#include <csignal>
#include <thread>

#include "experiment/sweep/sweep_run.h"
#include "launch/device.h"

namespace warplens::cli {

/// While it lives, the note on a launch (launch::Progress::note) is shown on standard error, if that is a terminal.
class NoteWatch {
 public:
  explicit NoteWatch(const launch::Progress& progress);

 private:
  std::jthread thread_;
};

/// While it exists, Ctrl+C ends the sweep with the points so far instead of ending the program, and progress and remaining time
/// are shown if standard error is a terminal.
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
