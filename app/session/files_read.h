#pragma once

#include <filesystem>
#include <vector>

#include "experiment/experiment.h"

namespace warplens {

/// The files that a run of an experiment with these settings reads, except its PTX: source, description, what the source
/// includes, contents of buffers and variables, what is expected, the model. Whole paths, without repetitions; a file need not be
/// there.
std::vector<std::filesystem::path> files_read(const experiment::Experiment& experiment, const experiment::Settings& settings);

/// Those of them, and the folders of headers, that are neither in one of the `folders` nor below; nor what comes with the
/// program. Symbolic links are followed.
std::vector<std::filesystem::path> files_read_outside(const experiment::Experiment& experiment,
                                                      const experiment::Settings& settings,
                                                      const std::vector<std::filesystem::path>& folders);

}  // namespace warplens
