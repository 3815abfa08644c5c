#include "launch/launch_result.h"

#include <array>

namespace warplens::launch {

std::string_view name(Origin origin) {
  constexpr std::array<std::string_view, 3> names{"measured", "counted", "modelled"};
  return names[static_cast<std::size_t>(origin)];
}

std::string_view name(FindingKind kind) {
  switch (kind) {
    case FindingKind::data_race:
      return "data-race";
    case FindingKind::out_of_bounds:
      return "out-of-bounds";
    case FindingKind::misaligned:
      return "misaligned";
    case FindingKind::uninitialised_read:
      return "uninitialised-read";
    case FindingKind::barrier_divergence:
      return "barrier-divergence";
    case FindingKind::deadlock:
      return "deadlock";
    case FindingKind::step_limit:
      return "step-limit";
  }
  return "";
}

std::string_view name(FaultKind kind) {
  constexpr std::array<std::string_view, 7> names{"out-of-bounds", "misaligned", "barrier-divergence", "deadlock", "step-limit",
                                                  "trap",          "device"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace warplens::launch
