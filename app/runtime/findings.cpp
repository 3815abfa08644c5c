#include "runtime/findings.h"

#include <algorithm>

#include "base/names.h"

namespace warplens::runtime {
namespace {

constexpr base::Names<HostFinding> names{{HostFinding::unchecked_error, "unchecked-error"},
                                         {HostFinding::wrong_copy, "wrong-copy"},
                                         {HostFinding::out_of_bounds, "out-of-bounds"},
                                         {HostFinding::uninitialised_copy, "uninitialised-copy"},
                                         {HostFinding::use_after_free, "use-after-free"},
                                         {HostFinding::double_free, "double-free"},
                                         {HostFinding::leak, "leak"},
                                         {HostFinding::host_touched_device, "host-touched-device"},
                                         {HostFinding::device_touched_host, "device-touched-host"},
                                         {HostFinding::variable_on_host, "variable-on-host"},
                                         {HostFinding::size_of_pointer, "size-of-pointer"},
                                         {HostFinding::memset_bytes, "memset-bytes"},
                                         {HostFinding::pitch_ignored, "pitch-ignored"},
                                         {HostFinding::pageable_copy, "pageable-copy"},
                                         {HostFinding::launch_timed, "launch-timed"},
                                         {HostFinding::output_not_shown, "output-not-shown"},
                                         {HostFinding::result_unused, "result-unused"},
                                         {HostFinding::unordered_streams, "unordered-streams"}};

}  // namespace

std::string_view name(HostFinding kind) { return names.name_of(kind); }

void Findings::add(HostFinding kind, const Call& call, const std::string& message, const Allocation* allocation,
                   const Call* other, bool unless_atomic, const launch::Fault* at) {
  if (!told_.emplace(kind, call.frames, other != nullptr ? other->frames : decltype(Call::frames){}).second) return;
  report::Json event{{"event", "finding"}, {"kind", name(kind)}, {"message", message}, {"call", json_of(call)}};
  if (allocation != nullptr) event["allocation"] = allocation->number;
  if (other != nullptr) event["other"] = json_of(*other);
  if (unless_atomic) event["unless_atomic"] = true;
  if (at != nullptr && at->line != 0) event["at"] = {{"file", at->file}, {"line", at->line}};
  journal_.write(event);
}

bool Findings::has_any_of(const Call& call) const {
  return std::ranges::any_of(told_, [&](const auto& told) { return std::get<1>(told) == call.frames; });
}

}  // namespace warplens::runtime
