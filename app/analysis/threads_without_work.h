#pragma once

#include <cstdint>

#include "trace/trace.h"

namespace warplens::analysis {

/// Number of threads of the launch without a recorded access to global or shared memory. Cost: one pass over the rows of the
/// accesses.
std::uint64_t threads_without_work(const trace::Trace& trace);

}  // namespace warplens::analysis
