#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/result.h"
#include "trace/trace.h"

// The content of a trace file, for those who have it in memory; load() in trace/trace.h reads a file.

namespace warplens::trace {

/// The trace whose file has the content `file`; errors name it `name` and are those of load().
base::Result<Trace> parse_trace(std::span<const std::byte> file, const std::string& name);

/// Give `file`, a trace file that was changed, the checksum of its new content. One shorter than a header stays as it is.
void renew_checksum(std::span<std::byte> file);

}  // namespace warplens::trace
