#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/trace.h"

// The content of a trace file in memory; save() and load() in trace/trace.h write and read a file.

namespace warplens::trace {

/// The bytes that save() writes.
std::vector<std::byte> content_of_file(const Trace& trace);

/// Parse a trace from the content of its file. Errors: those of load(), which call the file `name`.
base::Result<Trace> parse_trace(std::span<const std::byte> file, const std::string& name);

/// Update the checksum in `file`, the changed content of a trace file. Leaves it alone if it is shorter than a header.
void renew_checksum(std::span<std::byte> file);

}  // namespace warplens::trace
