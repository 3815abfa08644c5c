#pragma once

#include <string>

#include "experiment/experiment.h"
#include "experiment/sweep/sweep_run.h"

namespace warplens::cli {

/// Text report of a sweep: a table per axis, medians with their spread, and the omitted points.
std::string report(const experiment::Experiment& experiment, const experiment::SweepResult& result);

/// The predefined sweeps of an experiment, and the quantities that can be varied and measured.
std::string sweeps_report(const experiment::Experiment& experiment);

}  // namespace warplens::cli
