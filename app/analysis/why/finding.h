#pragma once

#include <cstddef>

#include "analysis/why/executed.h"

namespace warplens::analysis {

/// Explain finding `number`, counted from 0 and in range: what it says, the other side, and the final value of its element.
Answer why_finding(const Executed& executed, std::size_t number);

}  // namespace warplens::analysis
