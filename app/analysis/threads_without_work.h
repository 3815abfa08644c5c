#pragma once

#include <cstdint>

#include "trace/trace.h"

namespace warplens::analysis {

/// Threads of the launch that read and wrote neither global nor shared memory, in what was recorded. Cost: one pass over the rows
/// of the accesses.
std::uint64_t threads_without_work(const trace::Trace& trace);

}  // namespace warplens::analysis
