#include "cli/note_watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
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

}  // namespace

NoteWatch::NoteWatch(const launch::Progress& progress) {
  if (isatty(STDERR_FILENO) != 1) return;
  thread_ = std::jthread([&progress](const std::stop_token& stop) { show_notes(stop, progress); });
}

}  // namespace warplens::cli
