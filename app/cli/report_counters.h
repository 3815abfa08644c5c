#pragma once

#include <string>
#include <string_view>

#include "launch/launch.h"
#include "launch/launch_result.h"

namespace warplens::cli {

/// Add one line of a report: name, value, and whether the value is measured, counted or modelled.
void add_figure(std::string& text, std::string_view what, const std::string& figure, launch::Origin origin);

/// The counters of a run, for a person at a terminal: totals and ratios, without those that the machine does not know.
std::string counters_report(const launch::LaunchResult& result);

/// Counters by kind of instruction, and by source line, with the longest waits of warps first; "" without tallies.
std::string breakdown_report(const launch::Launch& launch, const launch::LaunchResult& result);

}  // namespace warplens::cli
