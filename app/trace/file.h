#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/trace.h"

// The content of a trace file, for those who have it in memory; save() and load() in trace/trace.h write and read a file.

namespace warplens::trace {

/// What save() writes.
std::vector<std::byte> content_of_file(const Trace& trace);

/// The trace whose file has the content `file`; errors name it `name` and are those of load().
base::Result<Trace> parse_trace(std::span<const std::byte> file, const std::string& name);

/// Give `file`, a trace file that was changed, the checksum of its new content. One shorter than a header stays as it is.
void renew_checksum(std::span<std::byte> file);

}  // namespace warplens::trace
