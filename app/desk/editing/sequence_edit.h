#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "desk/choices/choices.h"

namespace warplens::desk {

// Changes to the launches of a sequence (experiment::Experiment::sequence) in a file that the user opened. Each writes the .toml
// and reads it again; the settings of every launch stay with it. What the file held is kept as FILE.toml~. Errors: a launch that
// there is not, a file that cannot be written, an experiment that would be none; then nothing changes.

base::Status repeat_launch(Choices& choices, std::uint32_t launch);
base::Status remove_launch(Choices& choices, std::uint32_t launch);
base::Status move_launch(Choices& choices, std::uint32_t launch, std::uint32_t to);
/// Give the chosen launch another buffer for the argument at `position` of its entry.
base::Status choose_buffer(Choices& choices, std::size_t position, const std::string& buffer);

/// The names of the buffers that the chosen launch can take at `position`: those of the same type.
std::vector<std::string> possible_buffers(const Choices& choices, std::size_t position);

/// Whether the chosen experiment is one kernel of a file that has several, which could run in a row.
bool has_sequence(const Choices& choices);
/// Write NAME.toml, which runs all kernels of the chosen experiment's source in a row, in its folder; the file is returned.
/// Errors: such a file exists, or cannot be written; experiment::sequence_text().
base::Result<std::filesystem::path> make_sequence(const Choices& choices);
/// Take over the parameters, sizes and contents of other settings as far as the chosen experiment has them.
void take_over(Choices& choices, const experiment::Settings& settings);

}  // namespace warplens::desk
