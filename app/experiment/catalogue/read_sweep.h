#pragma once

#include "experiment/catalogue/table_reader.h"
#include "experiment/experiment.h"

namespace warplens::experiment {

/// A table [[sweeps]] of an experiment's file, whose parameters and entries have been read.
Sweep read_sweep(const toml::table& table, const Experiment& experiment, Problems& problems);

/// The table [baseline]: what the CPU computes.
CpuBaseline read_baseline(const toml::table& table, const Experiment& experiment, Problems& problems);

}  // namespace warplens::experiment
