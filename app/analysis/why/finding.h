#pragma once

#include <cstddef>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Explain finding `number`, from 0: its sentence, the other side, and why its element has the value that it has at the end, if
/// it is an element of a buffer. `number` is in range.
Answer why_finding(const Executed& executed, std::size_t number);

}  // namespace warplens::analysis
