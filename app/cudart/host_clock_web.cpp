#include "cudart/host_clock.h"

#include <emscripten.h>

#include <optional>
#include <utility>

#include "cudart/process.h"

// In place of host_clock.cpp in a page: the program's clocks are JavaScript's (assets/web/wasi.js), which tells when it reads
// one.

namespace warplens::cudart {
namespace {

struct Clocks {
  bool read = false;
  std::optional<std::uint32_t> launched_in;
};

Clocks& clocks() {
  static Clocks of_program;
  return of_program;
}

}  // namespace

OwnClockReads::OwnClockReads() = default;
OwnClockReads::~OwnClockReads() = default;

void launched_by_this_thread(std::uint32_t stream) {
  if (clocks().read) clocks().launched_in = stream;
}

}  // namespace warplens::cudart

/// The program has read a clock.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_clock_read() {
  using namespace warplens::cudart;
  clocks().read = true;
  const std::optional<std::uint32_t> launched_in = std::exchange(clocks().launched_in, std::nullopt);
  if (launched_in) program().clock_read(*launched_in, current_call("clock_gettime"));
}
