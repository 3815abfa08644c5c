#pragma once

#include "base/result.h"
#include "launch/schedule_record.h"
#include "simt/machine.h"

namespace warplens::simt {

/// Run `machine`, which has Schedule::recorded, in the order of `record`; where the record ends before the launch does, the warps
/// go on round-robin, one operation each. A launch that fails or is cancelled ends before its record does. Error: an entry that
/// does not fit the launch (a warp that is not there, has ended or waits for others; a lane that cannot go; turns that do
/// nothing; entries behind the end of the launch), by its number from 1.
base::Status follow(Machine& machine, const launch::ScheduleRecord& record);

}  // namespace warplens::simt
