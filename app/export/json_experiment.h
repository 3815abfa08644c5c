#pragma once

#include <string>

#include "experiment/experiment.h"
#include "experiment/run.h"
#include "report/json.h"

namespace warplens::export_ {

using report::Json;

/// An experiment's run as `--json` prints it: that of its launch (report::json_of), then "experiment", "entry", "parameters",
/// "reference" (the comparison) and, with more than one repeat, "repeats". The status is "found" where a result differs from the
/// reference in an entry that is not meant to go wrong.
Json json_of(const experiment::Experiment& experiment, const experiment::Run& run, launch::DeviceKind device);

/// An experiment as `list --json` prints it.
Json json_of(const experiment::Experiment& experiment);

}  // namespace warplens::export_
