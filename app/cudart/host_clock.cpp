#include "cudart/host_clock.h"

#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

#include <optional>

#include "cudart/process.h"

// The C library's functions that read a clock, under its own symbol versions (exports.map.in), so that programs and libraries
// find these first.

namespace warplens::cudart {
namespace {

struct Clocks {
  int own = 0;        ///< number of OwnClockReads
  bool read = false;  ///< by the program
  std::optional<std::uint32_t> launched_in;
};

Clocks& clocks() {
  thread_local Clocks of_thread;
  return of_thread;
}

/// The program has read a clock.
void was_read(const char* function) {
  Clocks& mine = clocks();
  if (mine.own != 0) return;
  mine.read = true;
  if (!mine.launched_in) return;
  const OwnClockReads own;
  const std::lock_guard turn(calls_in_turn());
  program().clock_read(*mine.launched_in, current_call(function));
  mine.launched_in.reset();
}

template <typename Function>
Function* next(const char* name, const char* version) {
  return reinterpret_cast<Function*>(::dlvsym(RTLD_NEXT, name, version));
}

}  // namespace

OwnClockReads::OwnClockReads() { ++clocks().own; }
OwnClockReads::~OwnClockReads() { --clocks().own; }

void launched_by_this_thread(std::uint32_t stream) {
  if (clocks().read) clocks().launched_in = stream;
}

}  // namespace warplens::cudart

extern "C" {

[[gnu::visibility("default")]] int clock_gettime(clockid_t id, timespec* time) noexcept {
  static auto* const real = warplens::cudart::next<int(clockid_t, timespec*)>("clock_gettime", "GLIBC_2.17");
  const int status = real(id, time);
  warplens::cudart::was_read("clock_gettime");
  return status;
}

[[gnu::visibility("default")]] int gettimeofday(timeval* __restrict time, void* __restrict zone) noexcept {
  static auto* const real = warplens::cudart::next<int(timeval*, void*)>("gettimeofday", "GLIBC_2.2.5");
  const int status = real(time, zone);
  warplens::cudart::was_read("gettimeofday");
  return status;
}

[[gnu::visibility("default")]] clock_t clock() noexcept {
  static auto* const real = warplens::cudart::next<clock_t()>("clock", "GLIBC_2.2.5");
  const clock_t time = real();
  warplens::cudart::was_read("clock");
  return time;
}
}
