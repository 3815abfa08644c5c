#include "cli/watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <string>

namespace warplens::cli {
namespace {

void show_notes(const std::stop_token& stop, const launch::Progress& progress) {
  constexpr std::chrono::milliseconds pause{100};
  std::string shown;
  const auto show = [&shown](std::string note) {
    if (note == shown) return;
    // Return to the start of the line and clear it (ECMA-48: EL).
    fmt::print(stderr, "\r\x1b[K{}", note);
    std::fflush(stderr);
    shown = std::move(note);
  };
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    show(progress.note.get());
    stopped.wait_for(lock, stop, pause, [] { return false; });
  }
  show("");
}

constexpr timespec pause{0, 200'000'000};

sigset_t interrupt_only() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

void watch(const std::stop_token& stop, experiment::SweepProgress& progress) {
  const sigset_t interrupt = interrupt_only();
  const bool terminal = isatty(STDERR_FILENO) == 1;
  while (!stop.stop_requested()) {
    if (sigtimedwait(&interrupt, nullptr, &pause) == SIGINT) progress.cancel();
    // Return to the start of the line and clear it (ECMA-48: EL).
    if (terminal) fmt::print(stderr, "\r\x1b[K{}", progress_line(progress.state()));
    if (terminal) std::fflush(stderr);
  }
  if (terminal) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace

NoteWatch::NoteWatch(const launch::Progress& progress) {
  if (isatty(STDERR_FILENO) != 1) return;
  thread_ = std::jthread([&progress](const std::stop_token& stop) { show_notes(stop, progress); });
}

std::string progress_line(const experiment::SweepState& state) {
  std::string line = fmt::format("{} of {} parts", state.done, state.total);
  if (state.left) line += fmt::format(", about {:.0f} s left", std::ceil(*state.left));
  return line;
}

SweepWatch::SweepWatch(experiment::SweepProgress& progress) {
  const sigset_t interrupt = interrupt_only();
  pthread_sigmask(SIG_BLOCK, &interrupt, &before_);  // inherited by later threads; only the watcher receives the signal
  thread_ = std::jthread([&progress](const std::stop_token& stop) { watch(stop, progress); });
}

SweepWatch::~SweepWatch() {
  thread_.request_stop();
  thread_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace warplens::cli
