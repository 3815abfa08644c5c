#pragma once

#include <thread>

#include "launch/device.h"

namespace warplens::cli {

/// While it lives, the note on a launch (launch::Progress::note) is shown on standard error, if that is a terminal.
class NoteWatch {
 public:
  explicit NoteWatch(const launch::Progress& progress);

 private:
  std::jthread thread_;
};

}  // namespace warplens::cli
