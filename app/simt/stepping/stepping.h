#pragma once

#include <memory>

#include "base/result.h"
#include "launch/device.h"
#include "launch/launch.h"
#include "launch/moment.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

/// Prepare `launch` on a machine of `spec` without a timing model, paused before its first instruction; the launch's own schedule
/// is ignored. Errors: those of Device::run().
base::Result<std::unique_ptr<launch::Stepper>> make_stepper(const launch::Launch& launch, const DeviceSpec& spec);

/// Run `launch` on a machine of `spec` to its end or fault, keeping checkpoints. Errors: those of Device::run(); cancelled.
base::Result<std::unique_ptr<launch::History>> make_history(const launch::Launch& launch, const DeviceSpec& spec,
                                                            launch::Progress& progress);

}  // namespace warplens::simt
