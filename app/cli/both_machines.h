#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "experiment/experiment.h"

namespace warplens::cli {

/// `experiment --device both`: the same settings on the first GPU and on the SIMT machine (preset `spec`), both with a trace, and
/// what they did alike: outputs bit for bit, what the repeats gave, which multiprocessor ran how many blocks. Exit status 3 where
/// an output differs though the entry is not meant to go wrong. The error says why there is no GPU.
base::Result<Answer> run_on_both(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                 const std::string& spec, bool json, const Context& context);

}  // namespace warplens::cli
