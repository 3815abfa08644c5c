#pragma once

#include "experiment/catalogue/table_reader.h"
#include "experiment/experiment.h"

namespace warplens::experiment {

/// Read a table [[sweeps]] of an experiment's file. Read parameters and entries of `experiment` first.
Sweep read_sweep(const toml::table& table, const Experiment& experiment, Problems& problems);

/// Read the table [baseline]: the CPU's computation.
CpuBaseline read_baseline(const toml::table& table, const Experiment& experiment, Problems& problems);

}  // namespace warplens::experiment
