#pragma once

#include <string>
#include <string_view>

#include "launch/launch.h"
#include "launch/launch_result.h"

namespace warplens::cli {

/// One line of a report: name, value, and whether it is measured, counted or modelled.
void add_figure(std::string& text, std::string_view what, const std::string& figure, launch::Origin origin);

/// What a run counted, for a person at a terminal: totals and ratios. Figures that the machine does not know are left out.
std::string counters_report(const launch::LaunchResult& result);

/// The same by kind of instruction and by source line, those first at which warps waited longest; "" where there are no tallies.
std::string breakdown_report(const launch::Launch& launch, const launch::LaunchResult& result);

}  // namespace warplens::cli
