#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "experiment/kernel_file/signature.h"

// The text of an experiment file that runs several kernels in a row (Experiment::sequence), and changes to it. Comments in a
// changed text are lost.

namespace warplens::experiment {

/// The file of all kernels of `source`, in the order in which they are defined. Parameters and buffers of the same name and type
/// are the same; the first kernel that takes a buffer decides its size and what it begins with. Errors: fewer than two kernels
/// that experiment_text() can describe.
base::Result<std::string> sequence_text(const std::vector<KernelSignature>& signatures, const std::filesystem::path& source);

/// `text`, which parse_experiment() accepts, with a launch repeated right after itself, under a label of its own; taken out; or
/// moved to another place. Errors: a launch that there is not, the only launch taken out.
base::Result<std::string> with_launch_repeated(const std::string& text, std::size_t launch);
base::Result<std::string> without_launch(const std::string& text, std::size_t launch);
base::Result<std::string> with_launch_moved(const std::string& text, std::size_t launch, std::size_t to);

/// `text` with another argument in a launch's list, at a position counted over structures' fields. Errors: a launch or position
/// that there is not.
base::Result<std::string> with_argument(const std::string& text, std::size_t launch, std::size_t position,
                                        const std::string& argument);

}  // namespace warplens::experiment
