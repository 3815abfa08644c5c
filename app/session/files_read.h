#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "session/session.h"

namespace warplens {

/// The files that a run of an experiment with these settings reads, except its PTX: source, description, what the source
/// includes, contents of buffers and variables, what is expected, the model. Whole paths, without repetitions; a file need not be
/// there.
std::vector<std::filesystem::path> files_read(const experiment::Experiment& experiment, const experiment::Settings& settings);

// What may be read that is neither in one of the `folders` nor below, nor comes with the program. Symbolic links are followed. An
// include that a macro names may be any file: the file it is in is named in words.

/// Of an experiment, with any of its entries and sweeps: its files as above, PTX too, and the folders of headers. Nothing of one
/// that comes with the program.
std::vector<std::filesystem::path> files_read_outside(const experiment::Experiment& experiment,
                                                      const std::vector<std::filesystem::path>& folders);
/// The same of a file that the user named; its folder is the one it is in.
std::vector<std::filesystem::path> files_read_outside(const experiment::Experiment& experiment);
/// Of settings that a lesson or a session has for an experiment.
std::vector<std::filesystem::path> named_outside(const experiment::Experiment& experiment, const experiment::Settings& settings,
                                                 const std::vector<std::filesystem::path>& folders);
/// Of a session in `file`, after unpack(): its runs, sweep and experiments, which are added to `catalogue`. Its own files are not
/// outside, but others in their folder are.
std::vector<std::filesystem::path> files_read_outside(const SessionDocument& document, const std::filesystem::path& file,
                                                      experiment::Catalogue& catalogue);

}  // namespace warplens
