#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "desk/choices/choices.h"
#include "desk/run/run_tables.h"

namespace warplens::desk {

/// File types for saving an output. npy: NumPy's. csv: text with a line for each row of a matrix, or for each element of other
/// buffers. png: a grey image with a pixel for each element, in the rows of a matrix, or of a square for other buffers. Bytes are
/// greys; other types go from black, the smallest value, to white, the largest; infinities and NaN are transparent.
enum class OutputFile : std::uint8_t { npy, csv, png };

/// Write a buffer's content after the run to EXPERIMENT-BUFFER.npy, .csv or .png next to the session or the user's file. Existing
/// files are kept: the name is made unique (unused_path()). Returns the path. Errors: the run has no such output; the file cannot
/// be written.
base::Result<std::filesystem::path> save_output(const Choices& choices, const RunTables& tables, const std::string& buffer,
                                                OutputFile kind);

}  // namespace warplens::desk
