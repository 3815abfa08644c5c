#pragma once

#include <filesystem>
#include <string>

#include "experiment/experiment.h"
#include "session/session.h"

namespace warplens {

/// The files that show a session elsewhere: source, description and what the source includes, of an experiment that the user
/// opened; `ptx`, its PTX text, for computers without a compiler; and contents of buffers. Only files in the source's folder, of
/// together at most 16 MiB. None for experiments of the program.
OwnFiles own_files(const experiment::Experiment& experiment, const experiment::Settings& settings, const std::string& ptx);

/// Make a session's own files available, and name them in the session: where they were when they are still the same there; else
/// in a folder in `folder` that is named by their content, and never written over. Errors: an experiment that is none of the
/// files; files that cannot be written.
base::Status unpack(SessionDocument& document, const std::filesystem::path& folder);

}  // namespace warplens
