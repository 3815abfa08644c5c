#pragma once

#include <optional>
#include <string>

#include "analysis/why/executed.h"
#include "analysis/why/expression.h"

namespace warplens::analysis {

/// Why a thread did not execute the instruction of step `step`, of whatever warp: the branch or guard at which it first went
/// another way than the lowest lane of that step, with the values that were compared. Nothing if it did execute the step, or if
/// the trace does not show where they parted.
std::optional<Cause> why_absent(const Executed& executed, std::uint64_t thread, std::uint32_t step);

/// Why a thread took no part in a step of its warp. Says what is missing where the trace does not show it.
Answer why_idle(const Executed& executed, std::uint64_t thread, std::uint32_t step);

/// A comparison as it came out, with its numbers and as in the source: "985 >= 900 (blockIdx.x * blockDim.x + threadIdx.x >= n)".
/// Only its numbers, if it is long.
std::string condition_text(const Expression& condition);

}  // namespace warplens::analysis
