#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "desk/choices/choices.h"
#include "desk/run/run_tables.h"

namespace warplens::desk {

/// The files that an output can be saved as: NumPy's; text with a line for each row of a matrix, or for each element of other
/// buffers; a grey image with a pixel for each element of a matrix, or of other buffers in rows of a square. Bytes are its greys,
/// other types go from black, the smallest value, to white, the largest; what is not finite is transparent.
enum class OutputFile : std::uint8_t { npy, csv, png };

/// Write what a buffer holds after the run, to EXPERIMENT-BUFFER.npy, .csv or .png next to the session or the file that the user
/// opened. Existing files are kept: the name is made unique (unused_path()). Returns the path. Errors: the run has no such
/// output; the file cannot be written.
base::Result<std::filesystem::path> save_output(const Choices& choices, const RunTables& tables, const std::string& buffer,
                                                OutputFile kind);

}  // namespace warplens::desk
