#pragma once

#include <memory>

#include "launch/device.h"
#include "launch/moment.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

/// Run `launch` on a machine of `spec` to its end or fault, keeping checkpoints. Errors: those of Device::run(); cancelled.
base::Result<std::unique_ptr<launch::History>> make_history(const launch::Launch& launch, const DeviceSpec& spec,
                                                            launch::Progress& progress);

}  // namespace warplens::simt
