#pragma once

#include "base/result.h"
#include "launch/launch.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

/// launch::check() for a machine of `spec`. In addition, every block and variable of a placement must begin at the slot_base() of
/// a slot of its own, among those that launch/address_space.h has for it.
base::Status check_launch(const launch::Launch& launch, const DeviceSpec& spec);

}  // namespace warplens::simt
