#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/command.h"
#include "experiment/experiment.h"

namespace warplens::cli {

/// Refuse `file`, which reads the files `outside` of its folder (session/files_read.h), unless the user said --allow-outside. The
/// error names the file and those that it would read.
base::Status check_outside(const Context& context, const std::string& file, const std::vector<std::filesystem::path>& outside);

/// Like choose_experiment(), then check_outside() its file. A kernel's file (.cu, .ptx) named by the user may include any file,
/// as for a compiler.
base::Result<const experiment::Experiment*> choose_checked_experiment(const Context& context, experiment::Catalogue& catalogue,
                                                                      const std::string& name);

}  // namespace warplens::cli
