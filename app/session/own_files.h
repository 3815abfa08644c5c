#pragma once

#include <filesystem>
#include <string>

#include "experiment/experiment.h"
#include "session/session.h"

namespace warplens {

/// Collect the files needed to show a session on another computer: source, description and included files of an experiment that
/// the user opened; `ptx`, its PTX text, for computers without a compiler; and contents of buffers. Only files in the source's
/// folder and below, together at most 16 MiB. None for experiments that come with the program.
OwnFiles own_files(const experiment::Experiment& experiment, const experiment::Settings& settings, const std::string& ptx);

/// Make a session's own files available, and let the session refer to them. Files that still exist unchanged in their original
/// place are used there. Otherwise they are written to a subfolder of `folder`, named by their content and never overwritten, and
/// the session's device becomes the SIMT machine: a stranger's kernel runs on a GPU only when the user says so. Errors: the
/// session's experiment is none of the files; a file cannot be written.
base::Status unpack(SessionDocument& document, const std::filesystem::path& folder);

}  // namespace warplens
