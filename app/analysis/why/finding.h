#pragma once

#include <cstddef>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// What finding `number` (from 0) of the run says, both witnesses, and, where it is about an element of a buffer, why that
/// element has its value at the end. `number` is in range.
Answer why_finding(const Executed& executed, std::size_t number);

}  // namespace warplens::analysis
