#pragma once

#include <cstdint>

#include "launch/device.h"
#include "launch/launch.h"
#include "launch/schedule/schedule_search.h"
#include "simt/device_spec.h"

namespace warplens::simt {

using Target = launch::SearchTarget;
using launch::Extreme;
using launch::FailingSchedule;
using launch::SearchResult;

/// Search at most `schedules` schedules of `launch` for the smallest and the largest final value of the target, without model of
/// time, warp by warp, with a turn per operation that others can see. First what is known to be cruel (one after the other, all
/// loads first, a warp held back between its load and its store), then random orders and priorities, then changes to the best
/// orders found. A search, not a proof: what it finds can happen, what it does not find may happen too. Lanes of one warp go as
/// the machine lets them. A value that is not a number counts as neither. Deterministic: the same launch, seed and number give
/// the same answer. Its schedules are bounded: one that takes far more instructions than the launch in turns fails at the step
/// limit. Errors: a launch that cannot start, a target outside the outputs.
base::Result<SearchResult> search_schedules(const launch::Launch& launch, const Target& target, std::uint64_t schedules,
                                            launch::Progress& progress, const DeviceSpec& spec = two_sm_toy());

}  // namespace warplens::simt
