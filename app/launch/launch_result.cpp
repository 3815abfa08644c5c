#include "launch/launch_result.h"

#include <array>

namespace warplens::launch {

std::string_view name(Origin origin) {
  constexpr std::array<std::string_view, 3> names{"measured", "counted", "modelled"};
  return names[static_cast<std::size_t>(origin)];
}

std::string_view name(FaultKind kind) {
  constexpr std::array<std::string_view, 13> names{
      "out-of-bounds",  "misaligned",   "barrier-divergence", "deadlock",        "step-limit",   "trap",  "assertion",
      "stack-overflow", "invalid-call", "invalid-free",       "invalid-barrier", "invalid-mask", "device"};
  return names[static_cast<std::size_t>(kind)];
}

bool same_defect(const Finding& finding, const Fault& fault) {
  return name(finding.kind) == name(fault.kind) && finding.first.line == fault.line && finding.first.thread == fault.thread &&
         finding.first.block == fault.block;
}

}  // namespace warplens::launch
