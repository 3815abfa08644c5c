#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "desk/choices/choices.h"

namespace warplens::desk {

// Changes to the launches of a sequence (experiment::Experiment::sequence) in a file that the user opened. Each writes the .toml
// and reads it again; every launch keeps its settings. The old file is kept as FILE.toml~. Errors, which change nothing: no such
// launch, a file that cannot be written, a result that is no valid experiment.

base::Status repeat_launch(Choices& choices, std::uint32_t launch);
base::Status remove_launch(Choices& choices, std::uint32_t launch);
base::Status move_launch(Choices& choices, std::uint32_t launch, std::uint32_t to);
/// Give the chosen launch another buffer for the argument at `position` of its entry.
base::Status choose_buffer(Choices& choices, std::size_t position, const std::string& buffer);

/// The names of the buffers that the chosen launch can take at `position`: all buffers of the same type.
std::vector<std::string> possible_buffers(const Choices& choices, std::size_t position);

/// Whether the chosen experiment is one kernel of a file that has several, which could run in a row.
bool has_sequence(const Choices& choices);
/// Write NAME.toml next to the chosen experiment's source, to run all its kernels in a row; return the file. Errors: NAME.toml
/// exists, or cannot be written; errors of experiment::sequence_text().
base::Result<std::filesystem::path> make_sequence(const Choices& choices);
/// Copy parameters, sizes and contents from other settings, as far as the chosen experiment has them.
void take_over(Choices& choices, const experiment::Settings& settings);

}  // namespace warplens::desk
