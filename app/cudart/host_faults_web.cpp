#include "cudart/host_faults.h"

#include <emscripten.h>

#include "cudart/process.h"
#include "runtime/host_pages.h"

// In place of host_faults.cpp in a page, where a program's own code asks before it uses certain memory
// (app/ptx/compile/clang/page/checks.cpp).

namespace warplens::cudart {

void watch_host_faults() {}

}  // namespace warplens::cudart

/// The host is about to use a byte that it must not use now (warplens_watched()). Returns whether it may go on; otherwise a
/// system would end it.
extern "C" EMSCRIPTEN_KEEPALIVE bool warplens_host_touched(const void* pointer) {
  using namespace warplens;
  runtime::Program& program = cudart::program();
  return program.host_touched(program.memory.address_of(pointer), cudart::current_call("the host"));
}

/// Called when an access to memory that does not exist has stopped the program. If it was a copy's, report that copy as too long.
extern "C" EMSCRIPTEN_KEEPALIVE void warplens_trapped() {
  using namespace warplens;
  runtime::Program& program = cudart::program();
  const auto copy = program.copies.under_way();
  if (!copy) return;
  const auto* const host = reinterpret_cast<const void*>(static_cast<std::uintptr_t>(copy->host));
  program.host_touched(copy->host + runtime::mapped_bytes(host, copy->bytes), copy->call);
}
