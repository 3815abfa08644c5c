#pragma once

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Why the element that a thread wrote last in a buffer has its value; of a thread that wrote none, what kept it from the first
/// store to the buffer that others executed. `thread`: linear in the grid.
Answer why_thread(const Executed& executed, std::uint32_t buffer, std::uint64_t thread);

}  // namespace warplens::analysis
