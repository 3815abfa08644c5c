#include "cli/signals.h"

#include <unistd.h>

#include <chrono>
#include <ctime>

#include "base/process.h"

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

Termination::Termination() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGTERM);
  sigaddset(&signals_, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  thread_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

Termination::~Termination() {
  thread_.request_stop();
  ::pthread_kill(thread_.native_handle(), SIGTERM);  // blocked, and awaited there
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Termination::watch(const std::stop_token& stop) {
  using namespace std::chrono_literals;
  for (;;) {
    if (sigwaitinfo(&signals_, nullptr) < 0) continue;  // by a debugger
    if (stop.stop_requested()) return;
    came_ = true;
    const auto deadline = std::chrono::steady_clock::now() + 1s;
    for (const pid_t each : base::ProcessTree().below(::getpid())) ::kill(each, SIGTERM);
    while (std::chrono::steady_clock::now() < deadline && !base::ProcessTree().below(::getpid()).empty())
      std::this_thread::sleep_for(10ms);
    base::end_descendants_of(::getpid());
  }
}

}  // namespace warplens::cli
