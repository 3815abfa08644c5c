#pragma once

#include <cstdint>

#include "launch/device.h"
#include "launch/launch.h"
#include "launch/schedule/schedule_search.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

using Target = launch::SearchTarget;
using launch::Extreme;
using launch::FailingSchedule;
using launch::SearchResult;

/// Run `launch` under up to `schedules` schedules to find the smallest and the largest final value of the target, without a
/// timing model, with one turn per operation that other warps can observe. Tries known worst cases first (one warp after the
/// other, all loads first, a warp held back between its load and its store), then random orders and priorities, then mutations of
/// the best orders found. A search, not a proof: results it finds are possible, results it does not find may be possible too.
/// Lanes within a warp run in the machine's order. NaN counts as neither smallest nor largest. Deterministic: the same launch,
/// seed and number give the same answer. Schedules are bounded: a schedule that takes far more instructions than the round-robin
/// order fails at the step limit. Errors: a launch that cannot start, a target outside the outputs.
base::Result<SearchResult> search_schedules(const launch::Launch& launch, const Target& target, std::uint64_t schedules,
                                            launch::Progress& progress, const DeviceSpec& spec = two_sm_toy());

}  // namespace warplens::simt
