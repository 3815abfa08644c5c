#pragma once

#include <string>

#include "experiment/experiment.h"
#include "experiment/sweep/sweep_run.h"

namespace warplens::cli {

/// A sweep for a person at a terminal: a table for each axis, medians with what they spread over, and what was left out.
std::string report(const experiment::Experiment& experiment, const experiment::SweepResult& result);

/// The ready-made sweeps of an experiment, and what can be swept and measured.
std::string sweeps_report(const experiment::Experiment& experiment);

}  // namespace warplens::cli
