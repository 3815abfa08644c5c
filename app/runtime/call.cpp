#include "runtime/call.h"

#include <dlfcn.h>
#include <execinfo.h>

namespace warplens::runtime {
namespace {

/// Where this library begins in memory.
const void* own_start() {
  Dl_info own{};
  ::dladdr(reinterpret_cast<const void*>(&own_start), &own);
  return own.dli_fbase;
}

}  // namespace

bool of_one_python_line(const Call& first, const Call& second) {
  if (first.python.empty() || second.python.empty()) return false;
  const PythonFrame &one = first.python.front(), &other = second.python.front();
  return one.file == other.file && one.line == other.line;
}

/// Calls are made from few places, again and again.
bool CallSites::is_own(void* address) {
  const auto [found, is_new] = own_.try_emplace(address);
  if (is_new) {
    Dl_info its{};
    found->second = ::dladdr(address, &its) != 0 && its.dli_fbase == own_start();
  }
  return found->second;
}

Call CallSites::current(const char* function) {
  std::array<void*, 16> frames{};
  const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
  Call call{function, {}, python_frames()};
  std::size_t kept = 0;
  bool inside = true;
  for (int k = 0; k < count && kept < call.frames.size(); ++k) {
    if (inside && is_own(frames[static_cast<std::size_t>(k)])) continue;
    inside = false;
    call.frames[kept++] = reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(k)]);
  }
  return call;
}

}  // namespace warplens::runtime
