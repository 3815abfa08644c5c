#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "experiment/experiment.h"

namespace warplens::cli {

/// `experiment --device both`: the same settings on the first GPU and on the SIMT machine (preset `spec`), both with a trace, and
/// a comparison: outputs bit for bit, results of the repeats, blocks per multiprocessor. Outputs may differ where a
/// floating-point sum depends on the order of its terms. Exit status 3 if an output differs from the reference although the entry
/// is meant to be right. The error says why there is no GPU.
base::Result<Answer> run_on_both(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                 const std::string& spec, bool json, const Context& context);

}  // namespace warplens::cli
