#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/run.h"
#include "launch/launch.h"
#include "launch/launch_result.h"

namespace warplens::cli {

/// Text report of a run: launch, counters, times and buffer contents. Every number is marked as counted, measured or modelled.
std::string report(const launch::Launch& launch, const launch::LaunchResult& result);

/// The kernel's printf output, ended by a newline and a blank line; empty if there is none.
std::string printed_by(const launch::LaunchResult& result);

/// The text report of an experiment's run, with the comparison to its reference and the results of its repeats.
std::string report(const experiment::Experiment& experiment, const experiment::Run& run);

/// A fault as a line for standard error: source position, description and thread.
base::Error error_of(const launch::LaunchResult& result);

}  // namespace warplens::cli
