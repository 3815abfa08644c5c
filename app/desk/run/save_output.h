#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "desk/choices.h"
#include "desk/run/run_tables.h"

namespace warplens::desk {

/// The files that an output can be saved as: NumPy's, and text with a line for each row of a matrix, or for each element of other
/// buffers.
enum class OutputFile : std::uint8_t { npy, csv };

/// Write what a buffer holds after the run, to EXPERIMENT-BUFFER.npy or .csv beside the session or the file that the user opened;
/// the file is returned. Errors: a run without that output, a file that cannot be written.
base::Result<std::filesystem::path> save_output(const Choices& choices, const RunTables& tables, const std::string& buffer,
                                                OutputFile kind);

}  // namespace warplens::desk
