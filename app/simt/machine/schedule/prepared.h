#pragma once

#include <memory>

#include "base/result.h"
#include "launch/launch.h"
#include "simt/code/decode/program.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

/// Return the same device without a timing model: every latency is one cycle.
DeviceSpec without_time(DeviceSpec spec);

/// A launch driven turn by turn by its caller, with everything that a Machine refers to.
struct Prepared {
  launch::Launch launch;  ///< with Schedule::recorded and an empty record that counts turns in `unit`
  DeviceSpec spec;
  Program program;
};

/// Prepare `launch` for machines without a timing model that are driven by their caller. Errors: those of launch::check() and
/// decode(), a block that does not fit on a multiprocessor, those of check_memory(). `checkpoints`: number of machine states kept
/// by the caller.
base::Result<std::shared_ptr<const Prepared>> prepare(const launch::Launch& launch, const DeviceSpec& spec,
                                                      launch::ScheduleRecord::Unit unit, unsigned checkpoints = 0);

}  // namespace warplens::simt
