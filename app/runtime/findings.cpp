#include "runtime/findings.h"

#include <algorithm>
#include <array>

namespace warplens::runtime {
namespace {

constexpr std::array names{"unchecked-error", "wrong-copy", "out-of-bounds",       "uninitialised-copy",  "use-after-free",
                           "double-free",     "leak",       "host-touched-device", "device-touched-host", "unordered-streams"};

}  // namespace

const char* name(HostFinding kind) { return names[static_cast<std::size_t>(kind)]; }

void Findings::add(HostFinding kind, const Call& call, const std::string& message, const Allocation* allocation,
                   const Call* other, bool unless_atomic) {
  if (!told_.emplace(kind, call.frames, other != nullptr ? other->frames : decltype(Call::frames){}).second) return;
  report::Json event{{"event", "finding"}, {"kind", name(kind)}, {"message", message}, {"call", json_of(call)}};
  if (allocation != nullptr) event["allocation"] = allocation->number;
  if (other != nullptr) event["other"] = json_of(*other);
  if (unless_atomic) event["unless_atomic"] = true;
  journal_.write(event);
}

bool Findings::has_any_of(const Call& call) const {
  return std::ranges::any_of(told_, [&](const auto& told) { return std::get<1>(told) == call.frames; });
}

}  // namespace warplens::runtime
