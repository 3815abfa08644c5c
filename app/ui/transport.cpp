#include "ui/transport.h"

#include <algorithm>
#include <cmath>

#include "base/number_format.h"

namespace warplens::ui {

std::uint64_t next_access(const trace::Trace& trace, std::uint64_t place) {
  const std::uint64_t end = trace.steps.size();
  while (place < end) {
    if (trace.steps.access[place++] != trace::no_row) return place;
  }
  return end;
}

std::uint64_t previous_access(const trace::Trace& trace, std::uint64_t place) {
  place = std::min<std::uint64_t>(place, trace.steps.size());
  if (place == 0) return 0;
  // The place itself may be just after an access: look before its last step.
  for (std::uint64_t at = place - 1; at > 0; --at) {
    if (trace.steps.access[at - 1] != trace::no_row) return at;
  }
  return 0;
}

std::uint64_t cycle_at(const trace::Trace& trace, std::uint64_t place) {
  if (place == 0) return 0;
  if (place >= trace.steps.size()) return trace.end_cycle;
  return trace.steps.cycle[place - 1];
}

std::string place_label(const trace::Trace& trace, std::uint64_t place, std::string_view unit) {
  if (trace.steps.size() == 0) return "no trace";
  if (place == 0) return "start";
  const std::string cycle = std::string(unit) + " " + base::grouped(cycle_at(trace, place));
  if (place >= trace.steps.size()) return "end · " + cycle;
  return cycle + " of " + base::grouped(trace.end_cycle);
}

std::uint64_t place_of(double scrub, std::uint64_t steps) {
  const double part = std::isfinite(scrub) ? std::clamp(scrub, 0.0, 1.0) : 1.0;
  return std::min(steps, static_cast<std::uint64_t>(std::llround(part * static_cast<double>(steps))));
}

double scrub_of(std::uint64_t place, std::uint64_t steps) {
  return steps == 0 ? 1.0 : static_cast<double>(std::min(place, steps)) / static_cast<double>(steps);
}

double play_speed(std::uint64_t steps) { return std::max(8.0, static_cast<double>(steps) / 8); }

}  // namespace warplens::ui
