#pragma once

#include "base/result.h"
#include "launch/launch.h"
#include "simt/code/device_spec.h"

namespace warplens::simt {

/// Check a launch for a machine of `spec`: first launch::check(); then, with a placement, every block and variable must begin at
/// the slot_base() of its own slot, within the slots that launch/address_space.h reserves for placements.
base::Status check_launch(const launch::Launch& launch, const DeviceSpec& spec);

}  // namespace warplens::simt
