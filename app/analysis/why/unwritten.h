#pragma once

#include <vector>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Why no thread wrote a location in global memory: the launch stores nothing to its buffer; the grid is too small for the thread
/// that would have; or that thread did not execute the store.
std::vector<Cause> why_unwritten(const Executed& executed, const Location& location);

}  // namespace warplens::analysis
