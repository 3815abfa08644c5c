#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trace/trace.h"

namespace warplens::ui {

/// Moving through a trace. A place is the number of steps that have happened: 0 before the first, Trace::steps.size() at the end.

/// The place just after the next memory access, or the end.
std::uint64_t next_access(const trace::Trace& trace, std::uint64_t place);
/// The place just after the memory access before this one, or 0.
std::uint64_t previous_access(const trace::Trace& trace, std::uint64_t place);

/// Modelled or measured cycle at which the last step that has happened was issued; 0 at the start, the end cycle at the end.
std::uint64_t cycle_at(const trace::Trace& trace, std::uint64_t place);

/// "cycle 447 of 731", "start", "end · cycle 731", or why there is nothing to scrub; `unit` is what a cycle is called.
std::string place_label(const trace::Trace& trace, std::uint64_t place, std::string_view unit = "cycle");

/// Place of a session's `scrub` (0 … 1) in a trace of `steps`, and back.
std::uint64_t place_of(double scrub, std::uint64_t steps);
double scrub_of(std::uint64_t place, std::uint64_t steps);

/// Steps per second that play the whole trace in about eight seconds, but no slower than 8 a second.
double play_speed(std::uint64_t steps);

}  // namespace warplens::ui
