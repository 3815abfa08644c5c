#include "cli/interrupt.h"

#include <ctime>

namespace warplens::cli {

Interrupt::Interrupt() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

Interrupt::~Interrupt() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool Interrupt::came() {
  constexpr timespec now{};
  if (sigtimedwait(&signals_, nullptr, &now) > 0) came_ = true;
  return came_;
}

}  // namespace warplens::cli
