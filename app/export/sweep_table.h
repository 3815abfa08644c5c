#pragma once

#include <string>

#include "experiment/experiment.h"
#include "experiment/sweep/sweep_run.h"
#include "export/json_experiment.h"

namespace warplens::export_ {

/// A sweep's result as comma-separated values (RFC 4180): a header, then a row for each point with its value, entry (empty for
/// the CPU), measure, unit, origin, median, minimum, maximum, number of samples, and the reason if the point has no number.
std::string csv_of(const experiment::Experiment& experiment, const experiment::SweepResult& result);

/// A sweep's result as JSON, with every sample, the sweep's own settings and the notes.
Json json_of(const experiment::Experiment& experiment, const experiment::SweepResult& result);

/// A sweep's settings under the keys of an experiment's file, with entries as labels.
Json json_of(const experiment::Experiment& experiment, const experiment::Sweep& sweep);

}  // namespace warplens::export_
