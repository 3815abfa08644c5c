#include "launch/costs/utilisation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace warplens::launch {
namespace {

/// Utilisation from which on a part counts as the bottleneck; below it, latency does. The threshold of the rules in Nsight
/// Compute's section "GPU Speed Of Light".
constexpr double busy = 0.6;

struct Part {
  CostPart part;
  std::string_view subject, help;
  double share;
};

}  // namespace

CostLimit cost_limit(const Utilisation& utilisation) {
  const std::string units = "The " + utilisation.arithmetic_unit + " were";
  const std::array parts{
      Part{CostPart::memory, "Memory was", "fewer or fuller sectors, or data that the caches or shared memory keep, would help",
           utilisation.memory},
      Part{CostPart::l2, "The L2 cache was", "fewer sectors per request, or data that L1 or shared memory keeps, would help",
           utilisation.l2},
      Part{CostPart::l1, "L1 and shared memory were", "fewer requests, or fewer bank conflicts, would help", utilisation.l1},
      Part{CostPart::arithmetic, units, "fewer or cheaper operations would help", utilisation.arithmetic},
      Part{CostPart::atomics, "One address was",
           "atomic updates of it take place one after the other, and fewer of them, such as one for each warp or block, would "
           "help",
           utilisation.atomics},
      Part{CostPart::issue, "The schedulers were", "fewer instructions would help", utilisation.issue},
  };
  const Part& most =
      *std::max_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.share < b.share; });
  const double percent = std::min(most.share, 1.0) * 100;
  if (most.share < busy) {
    return {CostPart::latency, most.share,
            fmt::format("No part of the {} was busy for more than {:.0f} % of the cycles: warps mostly waited. More warps, or "
                        "more independent work in each, would hide it.",
                        utilisation.device, std::max(percent, 1.0))};
  }
  return {most.part, most.share,
          fmt::format("{} busy for {:.0f} % of the cycles of the {}: {}.", most.subject, percent, utilisation.device, most.help)};
}

}  // namespace warplens::launch
