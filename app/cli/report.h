#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "experiment/experiment.h"
#include "experiment/run.h"
#include "launch/launch.h"
#include "launch/launch_result.h"

namespace warplens::cli {

/// A run for a person at a terminal: what ran, what it counted and took, what is in the buffers. Every number says whether it was
/// counted, measured or modelled.
std::string report(const launch::Launch& launch, const launch::LaunchResult& result);

/// What the kernel's printf wrote, with a line end where it lacks one, and a blank line behind; empty where it wrote nothing.
std::string printed_by(const launch::LaunchResult& result);

/// The same for an experiment, with the comparison to its reference and the results of its repeats.
std::string report(const experiment::Experiment& experiment, const experiment::Run& run);

/// A fault as a line for standard error: source position, description and thread.
base::Error error_of(const launch::LaunchResult& result);

}  // namespace warplens::cli
