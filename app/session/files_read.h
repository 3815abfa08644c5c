#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "session/session.h"

namespace warplens {

/// List the files that a run of an experiment with these settings reads, except its PTX: source, description, included
/// files, contents of buffers and variables, expected contents, the model. Whole paths, without repetitions; a file need not
/// exist.
std::vector<std::filesystem::path> files_read(const experiment::Experiment& experiment, const experiment::Settings& settings);

// List files that may be read although they lie outside `folders` (and everything below them) and do not come with the program.
// Symbolic links are followed. An include named by a macro may be any file: the list then has a sentence with the including file.

/// For an experiment, with any of its entries and sweeps: its files as above, its PTX, and the folders of headers. Empty if the
/// experiment comes with the program.
std::vector<std::filesystem::path> files_read_outside(const experiment::Experiment& experiment,
                                                      const std::vector<std::filesystem::path>& folders);
/// For an experiment whose file the user named; `folders` is the folder of that file.
std::vector<std::filesystem::path> files_read_outside(const experiment::Experiment& experiment);
/// For the settings that a lesson has for an experiment.
std::vector<std::filesystem::path> named_outside(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                                 const std::vector<std::filesystem::path>& folders);
/// For a session in `file`, after unpack(): its runs, sweep and experiments, which are added to `catalogue`. The session's own
/// files are not outside, but other files in their folder are.
std::vector<std::filesystem::path> files_read_outside(const SessionDocument& document, const std::filesystem::path& file,
                                                      experiment::Catalogue& catalogue);

}  // namespace warplens
