#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/experiment.h"
#include "experiment/kernel_file/signature.h"

// Make and change the text of experiment files, also of those that run several kernels in a row (Experiment::sequence). Comments
// in a changed text are lost.

namespace warplens::experiment {

/// Make the text of an experiment file (.toml) whose defaults are these settings: parameters, grid, block, sizes, contents and
/// dynamic shared memory. `experiment`: made from a kernel file. Errors: settings that make no experiment, such as a size that
/// cannot be evaluated.
base::Result<std::string> experiment_file_text(const Experiment& experiment, const Settings& settings);

/// Make the file for all kernels of `source`, in the order of their definitions. Parameters and buffers of the same name and type
/// are shared; the first kernel that takes a buffer decides its size and initial content. Errors: fewer than two kernels that
/// experiment_text() can describe.
base::Result<std::string> sequence_text(const std::vector<KernelSignature>& signatures, const std::filesystem::path& source);

/// Change `text`, which parse_experiment() must accept: repeat a launch right after itself, under a new label; take a launch out;
/// or move it to another position. Errors: no such launch; the only launch cannot be taken out.
base::Result<std::string> with_launch_repeated(const std::string& text, std::size_t launch);
base::Result<std::string> without_launch(const std::string& text, std::size_t launch);
base::Result<std::string> with_launch_moved(const std::string& text, std::size_t launch, std::size_t to);

/// Replace an argument in a launch's list; fields of structures count as positions. Errors: no such launch or
/// position.
base::Result<std::string> with_argument(const std::string& text, std::size_t launch, std::size_t position,
                                        const std::string& argument);

}  // namespace warplens::experiment
