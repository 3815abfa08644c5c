#include "cudart/host_faults.h"

#include <execinfo.h>
#include <signal.h>
#include <ucontext.h>

#include <algorithm>
#include <array>

#include "cudart/process.h"

namespace warplens::cudart {
namespace {

/// The host's call stack at the fault, innermost first. Debug information is looked up one byte before each address, because all
/// but the first are return addresses; so one is added to the address of the faulting instruction.
runtime::Call interrupted_call(const void* context) {
  const auto pc = static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  std::array<void*, 24> frames{};
  const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  const auto end = frames.begin() + count;
  auto at = std::find(frames.begin(), end, reinterpret_cast<void*>(pc));
  runtime::Call call{"the host", {pc + 1}};
  if (at == end) return call;
  for (std::size_t kept = 1; kept < call.frames.size() && ++at != end; ++kept)
    call.frames[kept] = reinterpret_cast<std::uintptr_t>(*at);
  return call;
}

/// It is called in the thread that has made the access, not at an arbitrary moment, so it may do what other code may.
void on_fault(int signal, siginfo_t* information, void* context) {
  const std::lock_guard lock(calls_in_turn());
  const auto address = reinterpret_cast<std::uint64_t>(information->si_addr);
  if (program().host_touched(address, interrupted_call(context))) return;
  ::signal(signal, SIG_DFL);  // the access is made again, and ends the program
}

}  // namespace

void watch_host_faults() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGSEGV, &action, nullptr);
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace warplens::cudart
